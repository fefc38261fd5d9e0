/** The domain's view of the provider table: who has a key, what models cost, which are the defaults. */
import { type Catalogue, type ModelInfo, modelId, type ProviderInfo } from "../../domain/catalogue.ts";
import type { ModelRef } from "../../domain/plan.ts";
import { costMicroUsd, knownModels, priceAndWindow } from "./pricing.ts";
import { keyVariableOf, missingVariable, PROVIDERS, type ProviderRow, type ProviderSettings } from "./providers.ts";

export interface CatalogueSettings {
  providers: Record<string, ProviderSettings>;
  defaultModel: string | null;
  defaultJudgeModel: string | null;
}

/** Builds the catalogue. Settings are read once: a key set later needs a restart. */
export function createCatalogue(settings: CatalogueSettings): Catalogue {
  const infos = new Map(PROVIDERS.map((row) => [row.id, infoOf(row, settings.providers[row.id])]));
  const firstDefault = PROVIDERS.filter((row) => !row.demo)
    .map((row) => infos.get(row.id))
    .find((info) => info?.isAuthenticated && info.defaultModel !== null);
  const defaultModel = settings.defaultModel ?? firstDefault?.defaultModel ?? null;
  let known: ModelInfo[] | undefined;
  return {
    providers: () => [...infos.values()],
    provider: (id) => infos.get(id),
    model: modelInfo,
    costMicroUsd: (ref, tokens) => costMicroUsd(ref, { ...tokens, reasoning: 0 }),
    models: () => {
      known ??= PROVIDERS.flatMap((row) => knownModels(row).map((model) => modelInfo({ provider: row.id, model })));
      return known;
    },
    defaultModel: () => defaultModel,
    defaultJudgeModel: () => settings.defaultJudgeModel ?? defaultModel,
  };
}

function infoOf(row: ProviderRow, settings: ProviderSettings | undefined): ProviderInfo {
  const missing = missingVariable(row, settings);
  return {
    id: row.id,
    name: row.name,
    // An endpoint without a base URL names that variable: it is what has to be set.
    keyVariable: row.key === "required" ? keyVariableOf(row) : missing,
    isAuthenticated: missing === null,
    demo: row.demo ?? false,
    defaultModel: row.defaultModel && modelId({ provider: row.id, model: row.defaultModel }),
  };
}

function modelInfo(ref: ModelRef): ModelInfo {
  const { price, contextWindow } = priceAndWindow(ref);
  return { id: modelId(ref), provider: ref.provider, priceUsdPerMTok: price, contextWindow };
}

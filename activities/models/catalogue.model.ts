/** The provider table as the domain sees it: keys, prices and defaults. */
import { type Catalogue, type ModelInfo, modelId, type ProviderInfo } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { seesImages } from "../../domain/shapes/images/sight.ts";
import {
  keyVariableOf,
  missingVariable,
  PROVIDERS,
  type ProviderRow,
  type ProviderSettings,
} from "./base/providers.ts";
import { costMicroUsd, knownModels, priceAndWindow } from "./spending/pricing.ts";

export interface CatalogueSettings {
  providers: Record<string, ProviderSettings>;
  /** Providers whose keys other processes have; missing: none. */
  keyedProviders?: string[];
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  /** Judges at most where a request names none; missing: 1. */
  defaultPanel?: number;
  /** Names of MCP servers; missing: none. */
  servers?: string[];
}

/** Settings are read once: a key set later needs a restart. */
export function createCatalogue(settings: CatalogueSettings): Catalogue {
  const infos = new Map(PROVIDERS.map((row) => [row.id, infoOf(row, settings)]));
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
    chosen: () => ({
      model: settings.defaultModel,
      judge: settings.defaultJudgeModel,
      panel: settings.defaultPanel ?? 1,
    }),
    servers: () => settings.servers ?? [],
    defaultModel: () => defaultModel,
    defaultJudgeModel: () => settings.defaultJudgeModel ?? defaultModel,
  };
}

function infoOf(row: ProviderRow, { providers, keyedProviders = [] }: CatalogueSettings): ProviderInfo {
  const missing = keyedProviders.includes(row.id) ? null : missingVariable(row, providers[row.id]);
  return {
    id: row.id,
    name: row.name,
    // An endpoint without a base URL needs that variable.
    keyVariable: row.key === "required" ? keyVariableOf(row) : missing,
    isAuthenticated: missing === null,
    demo: row.demo ?? false,
    defaultModel: row.defaultModel && modelId({ provider: row.id, model: row.defaultModel }),
    usualModels: usualModelsOf(row),
    cheapModel: row.cheapModel === undefined ? null : modelId({ provider: row.id, model: row.cheapModel }),
    search: row.search ?? null,
  };
}

function usualModelsOf({ id, defaultModel, otherModels = [] }: ProviderRow): string[] {
  return (defaultModel === null ? [] : [defaultModel, ...otherModels]).map((model) => modelId({ provider: id, model }));
}

function modelInfo(ref: ModelRef): ModelInfo {
  const { price, contextWindow } = priceAndWindow(ref);
  return { id: modelId(ref), provider: ref.provider, priceUsdPerMTok: price, contextWindow, images: seesImages(ref) };
}

import { costBy } from "../../../domain/play/budget/price.ts";
import type { Catalogue, ModelInfo, ProviderInfo } from "../../../domain/shapes/catalogue/catalogue.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import { seesImages } from "../../../domain/shapes/images/sight.ts";

const PRICE = { input: 1, cachedInput: 0.1, output: 10 };

/** A catalogue as data, for tests of pure code. The real one is tested in tests/activities/models. */
export function catalogueOf(
  options: { authenticated?: string[]; defaultModel?: string | null; defaultPanel?: number; servers?: string[] } = {},
): Catalogue {
  const authenticated = options.authenticated ?? ["openai", "anthropic"];
  const row = (id: string): ProviderInfo => ({
    id,
    name: id[0]?.toUpperCase() + id.slice(1),
    keyVariable: id === "demo" ? null : `${id.toUpperCase()}_API_KEY`,
    isAuthenticated: id === "demo" || authenticated.includes(id),
    demo: id === "demo",
    defaultModel: `${id}/standard`,
    usualModels: [`${id}/standard`, `${id}/second`],
    cheapModel: id === "demo" ? null : `${id}/cheap`,
    search: id === "anthropic" || id === "openai" ? { blocks: id === "anthropic" } : null,
  });
  const rows = ["anthropic", "openai", "mistral", "demo"].map(row);
  const model: Catalogue["model"] = (ref): ModelInfo => ({
    id: modelId(ref),
    provider: ref.provider,
    priceUsdPerMTok: ref.priceUsdPerMTok ?? (ref.model.startsWith("unknown") ? null : PRICE),
    contextWindow: ref.model.startsWith("unknown") ? null : 200_000,
    images: seesImages(ref),
  });
  const fallback = options.defaultModel === undefined ? "openai/standard" : options.defaultModel;
  return {
    providers: () => rows,
    provider: (id) => rows.find((r) => r.id === id),
    model,
    costMicroUsd: (ref, tokens) => {
      const price = model(ref).priceUsdPerMTok;
      return price && costBy(price, tokens);
    },
    models: () => [],
    servers: () => options.servers ?? [],
    chosen: () => ({ model: null, judge: null, panel: options.defaultPanel ?? 1 }),
    defaultModel: () => fallback,
    defaultJudgeModel: () => fallback,
  };
}

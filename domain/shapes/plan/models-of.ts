/** The models that a debate may call, and the fields of its request that name them. */
import { modelId } from "../catalogue/catalogue.ts";
import type { ModelRef } from "../catalogue/model-ref.ts";
import type { DebateConfig } from "./config.plan.ts";

interface NamedModel {
  /** Participants are counted as in the configuration, without disabled ones. */
  pointer: string;
  ref: ModelRef;
}

type Configured = Pick<DebateConfig, "participants" | "judge" | "audience" | "contextWindow" | "policies">;

/** By place: a model that is named twice is there twice. */
export function modelsOf({ participants, judge, audience, contextWindow, policies }: Configured): NamedModel[] {
  const { summarizer } = contextWindow ?? {};
  const named = [
    ...participants.map((ref, i) => ({ pointer: `/participants/${i}/model`, ref })),
    ...participants.flatMap(({ fallbacks = [] }, i) =>
      fallbacks.map((ref, j) => ({ pointer: `/participants/${i}/fallbacks/${j}`, ref })),
    ),
    ...(judge ? [{ pointer: "/judge/model", ref: judge }] : []),
    ...(judge?.panel ?? []).map((ref, i) => ({ pointer: `/judge/panel/${i}`, ref })),
    ...(audience?.models ?? []).map((ref, i) => ({ pointer: `/audience/models/${i}`, ref })),
    ...(summarizer ? [{ pointer: "/contextWindow/summarizerModel", ref: summarizer }] : []),
    ...(policies?.fallbackJudges ?? []).map((ref, i) => ({ pointer: `/policies/fallbackJudges/${i}`, ref })),
  ];
  return named.filter(({ ref }) => ref.provider !== "");
}

/** Each distinct model once, with all its places. */
export function distinctModelsOf(config: Configured): { ref: ModelRef; pointers: string[] }[] {
  const byModel = Map.groupBy(modelsOf(config), ({ ref }) => modelId(ref));
  return [...byModel.values()].map((places) => {
    const { provider, model, priceUsdPerMTok } = (places[0] as NamedModel).ref;
    const ref = { provider, model, ...(priceUsdPerMTok && { priceUsdPerMTok }) };
    return { ref, pointers: places.map(({ pointer }) => pointer) };
  });
}

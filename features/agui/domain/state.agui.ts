/** The state that a front end shares: where the debate stands, what the judge found, and what it has cost. */
import type { JsonPatchOperation } from "@ag-ui/core";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { costUsdOf, totalOf } from "../../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";

export interface RunState {
  debate: string;
  watch: string;
  topic: string;
  participants: { id: string; name: string; model: string }[];
  status: string;
  phase: string | null;
  round: number;
  maxRounds: number;
  /** The judge's score of each round, 0–10. */
  scores: { round: number; quality: number }[];
  /** null: a call had no known price. */
  costUsd: number | null;
  tokens: number;
}

interface Of {
  debate: string;
  watch: string;
  config: DebateConfig;
}

export function runState({ debate, watch, config }: Of, state: DebateState): RunState {
  const { status, phase, round, assessments } = state;
  const total = totalOf(state);
  return {
    debate,
    watch,
    topic: config.topic,
    participants: config.participants.map((one) => ({ id: one.id, name: one.name, model: modelId(one) })),
    status,
    phase,
    round,
    maxRounds: config.maxRounds,
    scores: assessments.map((found) => ({ round: found.round, quality: found.qualityScore })),
    costUsd: costUsdOf(total),
    tokens: total.inputTokens + total.outputTokens,
  };
}

/** What has changed, as a JSON patch (RFC 6902). */
export function changesOf(before: RunState, now: RunState): JsonPatchOperation[] {
  return Object.entries(now).flatMap(([name, value]) =>
    JSON.stringify(before[name as keyof RunState]) === JSON.stringify(value)
      ? []
      : [{ op: "replace" as const, path: `/${name}`, value }],
  );
}

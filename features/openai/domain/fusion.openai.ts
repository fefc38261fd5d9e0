/**
 * OpenRouter's Fusion: models answer alone, and another one compares their answers and writes one. That is a council. The
 * names of fields and reasons are those of its documentation (openrouter.ai/docs, "OutputFusionServerToolItem").
 */
import { NAMES } from "../../../domain/rules/seats/usual-participants.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Answerable } from "../../../domain/show/run/answer.run.ts";

/** What a request asks of it. */
export interface FusionAsked {
  /** The members' models; left out: those of the preset. */
  members?: string[];
  /** The chair's model; left out: that of the preset. */
  chair?: string;
}

interface FusionAnalysis {
  consensus: string[];
  /** A council's chair names contradictions, and not who takes which side. */
  contradictions: { topic: string; stances: { model: string; stance: string }[] }[];
  /** A council's chair names what one member saw, and not what some did. */
  partial_coverage: { models: string[]; point: string }[];
  unique_insights: { model: string; insight: string }[];
  blind_spots: string[];
}

export interface Fusion {
  analysis?: FusionAnalysis;
  /** Members that are out. */
  failed_models?: { model: string; error: string }[];
  /** Why there is no analysis. */
  failure_reason?: "all_panels_failed" | "rate_limited" | "judge_not_valid_json" | "judge_upstream_error";
}

/** The fields of a debate request that make it this council. */
export function councilFields({ members, chair }: FusionAsked): Record<string, unknown> {
  return {
    format: "council",
    ...(members && { participants: members.map((model, seat) => ({ name: NAMES[seat], model })) }),
    ...(chair !== undefined && { judge: { model: chair } }),
  };
}

export function fusionOf({ debate, turns }: Pick<Answerable, "debate" | "turns">): Fusion {
  const { participants, error } = debate;
  const failed = participants.filter(({ id, status }) => status === "failed" || id === error?.participantId);
  return {
    ...outcomeOf(debate, { isEmpty: !turns.some(({ status }) => status === "whole") }),
    ...(failed.length > 0 && { failed_models: failed.map(({ id, model }) => ({ model, error: whyOut(debate, id) })) }),
  };
}

function outcomeOf({ result, error, participants }: Debate, { isEmpty }: { isEmpty: boolean }): Fusion {
  if (result?.type === "council") return { analysis: analysisOf(result, participants) };
  if (isEmpty) return { failure_reason: "all_panels_failed" };
  if (error?.kind === "rate_limit") return { failure_reason: "rate_limited" };
  return { failure_reason: error?.kind === "invalid_response" ? "judge_not_valid_json" : "judge_upstream_error" };
}

function analysisOf(
  { council }: Extract<Result, { type: "council" }>,
  participants: Debate["participants"],
): FusionAnalysis {
  const modelOf = (one: string) => participants.find(({ id }) => id === one)?.model ?? one;
  return {
    consensus: council.consensus,
    contradictions: council.contradictions.map((topic) => ({ topic, stances: [] })),
    partial_coverage: [],
    unique_insights: council.onlyOne.map(({ participantId, point }) => ({
      model: modelOf(participantId),
      insight: point,
    })),
    blind_spots: council.blindSpots,
  };
}

function whyOut({ degraded, error }: Debate, id: string): string {
  return degraded.find(({ participantId }) => participantId === id)?.why ?? error?.message ?? "it gave no answer";
}

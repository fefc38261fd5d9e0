/** A probe as a debate of one round with two neutral speakers. */

import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { SAMPLE_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { type Catalogue, modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { NO_SPEND, usageOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Probe } from "../domain/audit.ts";

export const FIRST = "p1";
export const LAST = "p2";
const SPEAKERS = [
  { id: FIRST, name: "Speaker A" },
  { id: LAST, name: "Speaker B" },
];

export interface AuditedDebate {
  config: DebateConfig;
  turns: Turn[];
}

/** The judge has all settings of such a debate. Nobody answers anybody, so the mode is simultaneous. */
export function debateOf(probe: Probe, { model, catalogue }: { model: ModelRef; catalogue: Catalogue }): AuditedDebate {
  const judge = modelId(model);
  const request = DebateRequest.parse({
    topic: probe.topic,
    format: "round-limited",
    mode: "simultaneous",
    judging: "final-only",
    maxRounds: 1,
    participants: SPEAKERS.map((speaker) => ({ ...speaker, model: judge, position: "Answers the topic." })),
    judge: { model: judge },
  });
  const config = { ...configOf(request, catalogue), fenceKey: SAMPLE_FENCE_KEY };
  return { config, turns: probe.shown.map(({ text }, i) => turnOf(text, i, judge)) };
}

function turnOf(text: string, place: number, model: string): Turn {
  const { id = "", name = "" } = SPEAKERS[place] ?? {};
  return {
    id: `g1-r1-t${place + 1}`,
    participantId: id,
    participant: name,
    round: 1,
    index: place + 1,
    phase: "response",
    text,
    status: "whole",
    model,
    usage: usageOf(NO_SPEND),
    costUsd: 0,
    latencyMs: 0,
    firstTokenMs: null,
    attempt: 1,
    promptSha256: "",
    at: new Date(0).toISOString(),
  };
}

/** A probe as the debate of one round that the judge is shown: two neutral speakers, named by their places. */
import { type Catalogue, modelId } from "../../domain/catalogue.ts";
import type { DebateConfig } from "../../domain/config.ts";
import { configOf } from "../../domain/configure.ts";
import { NO_SPEND, usageOf } from "../../domain/costs.ts";
import type { Probe } from "../../domain/judging/audit.ts";
import type { ModelRef } from "../../domain/plan.ts";
import { DebateRequest } from "../../domain/request.ts";
import type { Turn } from "../../domain/schemas/turn.ts";

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

/** With all the settings that the judge of such a debate has. Nobody answers anybody, so all speak at once. */
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
  return { config: configOf(request, catalogue), turns: probe.shown.map(({ text }, i) => turnOf(text, i, judge)) };
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

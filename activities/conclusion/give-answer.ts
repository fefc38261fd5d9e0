import { NO_BALLOTS } from "../../domain/acts/conclusion.ts";
import { TURNS } from "../../domain/records/kinds.ts";
import { conclusion } from "../acts/service-act.ts";

/** The result is what the synthesizer said. */
export const giveAnswer = conclusion(async ({ store }, { input, debate, endedBy }) => {
  const { generation, round, degraded } = input;
  const turns = await store.records.list(debate, TURNS, { generation });
  const synthesis = turns.findLast((turn) => turn.phase === "synthesis" && turn.status === "whole");
  if (!synthesis) throw new Error("an answer needs a synthesis");
  const { usage, costUsd, latencyMs, at } = synthesis;
  const answer = {
    text: synthesis.text,
    earlyStopped: endedBy === "convergence",
    rounds: round,
    score: turns.findLast((turn) => turn.critique)?.critique?.score ?? null,
    turnId: synthesis.id,
    synthesizedBy: synthesis.participantId,
  };
  return { type: "answer", answer, ...NO_BALLOTS, degraded, endedBy, usage, costUsd, latencyMs, at };
});

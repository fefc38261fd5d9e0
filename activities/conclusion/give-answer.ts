import { lostConclusion, NO_BALLOTS, unvotedConclusion } from "../../domain/play/acts/conclusion.act.ts";
import { ALONE, COUNTS, TURNS } from "../../domain/play/records/kinds.record.ts";
import type { AnswerResult, EndedBy } from "../../domain/shapes/schemas/result.schema.ts";
import { billedOf, NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { countId } from "../../domain/shapes/turn-ids.ts";
import { conclusion, type Service } from "../acts/service-act.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** The result is what the synthesizer said; before round 1 it is the answer that all gave alone. */
export const giveAnswer = conclusion(async (deps, service) => {
  const { input, debate, endedBy } = service;
  const { generation, round, degraded, publication } = input;
  if (round === 0) return unanimousAnswer(deps, service);
  const { store } = deps;
  const turns = await store.records.list(debate, TURNS, { generation });
  const synthesis = turns.findLast((turn) => turn.phase === "synthesis" && turn.status === "whole");
  if (!synthesis) throw new Error("an answer needs a synthesis");
  const { usage, costUsd, latencyMs, at } = synthesis;
  const answer = {
    text: synthesis.text,
    earlyStopped: endedBy === "convergence" && publication.state.convergedBy === "skeptic",
    rounds: round,
    score: turns.findLast((turn) => turn.critique)?.critique?.score ?? null,
    turnId: synthesis.id,
    synthesizedBy: synthesis.participantId,
  };
  const ending = unvotedConclusion(synthesis.conclusion, { writer: synthesis.model, round, degraded });
  return { type: "answer", answer, ...NO_BALLOTS, ...ending, endedBy, usage, costUsd, latencyMs, at };
});

async function unanimousAnswer(
  { store, ...deps }: ActivityDeps,
  { input, debate, endedBy }: Service & { endedBy: EndedBy },
): Promise<AnswerResult> {
  const { generation, degraded } = input;
  const count = await store.records.get(debate, COUNTS, { id: countId(generation, "before") });
  const [first] = await store.records.list(debate, ALONE, { generation });
  const text = count?.controlArm.answer;
  if (!text || !first) throw new Error("an answer without a round needs a unanimous control arm");
  const by = { turnId: first.id, synthesizedBy: first.participantId };
  const config = await store.getConfig(debate);
  const lost = config?.conclusion ? [lostConclusion("no round was held", 0)] : [];
  const answer = { text, earlyStopped: true, rounds: 0, score: null, ...by };
  const paid = { ...billedOf(NO_SPEND), latencyMs: 0, at: deps.now().toISOString() };
  return { type: "answer", answer, ...NO_BALLOTS, degraded: [...degraded, ...lost], endedBy, ...paid };
}

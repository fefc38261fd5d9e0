import type { View } from "../domain/context/view.ts";
import { blindCase } from "../domain/judging/blind.ts";
import { buildBlindVerdictPrompt } from "../domain/prompts/blind-verdict.ts";
import { ballotOrder } from "../domain/protocols/ids.ts";
import type { ComposedBallot } from "./cast-ballot.ts";
import type { ActCall, Compose } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { composedForJudge, load, speakers } from "./judging.ts";

/** A ballot on the answers that were given alone, before round 1. */
export const composeBlindBallot: Compose<ComposedBallot> = async (deps, call) => {
  const { config, judge, turns, blind } = await loadAnswers(deps, call);
  const active = blind.keysOf(speakers(turns));
  const about = { config: blind.config, turns: blind.turns, active, ...(call.faults && { faults: call.faults }) };
  const build = (view: View) => buildBlindVerdictPrompt({ ...about, view: blind.viewOf(view) });
  // A summary stands for turns of the debate, and these are none.
  const unsummarized = { ...config, contextWindow: { ...config.contextWindow, summaries: false } };
  const composed = await composedForJudge(deps, call, { config: unsummarized, judge, turns, build });
  return { ...composed, config, blind, active };
};

async function loadAnswers(deps: ActivityDeps, call: ActCall) {
  const [{ config, judge }, said] = await Promise.all([
    load(deps, call),
    deps.store.listTurns(call.debate, call.generation),
  ]);
  const turns = said.filter(({ phase, status }) => phase === "blind" && status === "whole");
  // All spoke at once, so the answers stand in the order of the labels.
  const open = { config: { ...config, mode: "simultaneous" as const }, turns, assessments: [] };
  return { config, judge, turns, blind: blindCase(open, { seed: call.debate.debateId, order: ballotOrder(call.id) }) };
}

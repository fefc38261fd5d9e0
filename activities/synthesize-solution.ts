import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { besideSummary } from "../domain/prompts/dialectic-judge.ts";
import { buildSolutionPrompt, readSolution } from "../domain/prompts/solution.ts";
import { JUDGE } from "../domain/protocols/dialectic-state.ts";
import type { SolutionResult } from "../domain/schemas.ts";
import { persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import { concluded, NO_BALLOTS } from "./concluded.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { beforeCall, bill, cacheKeyOf, callOf, type JudgeInput, judging, loadBlind, rule } from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

export const composeSolution: Compose<Composed & { blind: BlindCase }> = async (deps, call) => {
  const { debate, state, endedBy, faults } = call;
  const ref = state.dialectic?.summaries[JUDGE];
  const [{ config, judge, turns, blind }, brief] = await Promise.all([
    loadBlind(deps, call),
    ref ? deps.store.getSummary(debate, ref) : null,
  ]);
  const summary = brief && { summary: blind.hide(brief.text) };
  const shown = { config: blind.config, turns: blind.turns };
  const about = { ...shown, endedBy: endedBy ?? ("limit" as const), ...(faults && { faults }), ...summary };
  const build = (view: View) => buildSolutionPrompt({ ...about, view: blind.viewOf(view) });
  const fit = await fitted(deps, {
    ...call,
    config,
    model: judge,
    reader: null,
    turns: brief ? besideSummary(turns) : turns,
    build,
  });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, blind };
};

/** The judge makes one solution of what the agents wrote, as far as they came. */
export const synthesizeSolution =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { generation, endedBy, degraded } = input;
      if (!endedBy) throw new Error("a solution needs to know how the debate ended");
      const [stored, call] = await Promise.all([
        deps.store.getResult(act.debate, generation),
        composeSolution(deps, callOf(input, act)),
      ]);
      if (stored) return concluded(deps, { input, act, result: stored });
      const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const { reply, value } = await rule(deps, { input, act, call }, readSolution);
      const { attempt: _attempt, ...billed } = bill(deps, act, reply);
      const result: SolutionResult = {
        type: "solution",
        solution: { ...call.blind.reveal(value), synthesizedBy: modelId(call.model) },
        ...NO_BALLOTS,
        degraded,
        endedBy,
        ...billed,
      };
      const kept = await persistently(act.signal, () => deps.store.putResult(act.debate, generation, result));
      return concluded(deps, { input, act, result: kept });
    });

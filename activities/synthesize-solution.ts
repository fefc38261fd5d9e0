import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { besideSummary } from "../domain/prompts/dialectic-judge.ts";
import { buildSolutionPrompt, readSolution } from "../domain/prompts/solution.ts";
import { JUDGE } from "../domain/protocols/dialectic-state.ts";
import type { Result } from "../domain/schemas/result.ts";
import type { Compose, Composed } from "./composed.ts";
import { concluded, NO_BALLOTS } from "./concluded.ts";
import type { ActivityDeps } from "./index.ts";
import { callOf, composedForJudge, type JudgeInput, judging, loadBlind } from "./judging.ts";
import { settle } from "./settle.ts";
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
  const heard = brief ? besideSummary(turns) : turns;
  return { ...(await composedForJudge(deps, call, { config, judge, turns: heard, build })), turns, blind };
};

/** The judge makes one solution of what the agents wrote, as far as they came. */
export const synthesizeSolution =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, (act) => {
      const { generation, endedBy, degraded } = input;
      const { debate } = act;
      if (!endedBy) throw new Error("a solution needs to know how the debate ended");
      return settle(
        deps,
        { input, act },
        {
          stored: deps.store.getResult(debate, generation),
          call: composeSolution(deps, callOf(input, act)),
          read: readSolution,
          make: ({ call, value, billed: { attempt: _attempt, ...billed } }): Result => ({
            type: "solution",
            solution: { ...call.blind.reveal(value), synthesizedBy: modelId(call.model) },
            ...NO_BALLOTS,
            degraded,
            endedBy,
            ...billed,
          }),
          put: (result) => deps.store.putResult(debate, generation, result),
          tell: (result) => concluded(deps, { input, act, result }),
        },
      );
    });

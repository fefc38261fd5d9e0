import { modelId } from "../domain/catalogue.ts";
import { buildSolutionPrompt, readSolution } from "../domain/prompts/solution.ts";
import type { SolutionResult } from "../domain/schemas.ts";
import { persistently } from "./act.ts";
import { concluded, NO_BALLOTS } from "./concluded.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, faultsOf, type JudgeInput, judging, load, rule } from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

/** The judge makes one solution of what the agents wrote, as far as they came. */
export const synthesizeSolution =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { generation, endedBy, degraded } = input;
      if (!endedBy) throw new Error("a solution needs to know how the debate ended");
      const [stored, { config, judge, turns }] = await Promise.all([
        deps.store.getResult(act.debate, generation),
        load(deps, { act, input }),
      ]);
      if (stored) return concluded(deps, { input, act, result: stored });
      const prompt = buildSolutionPrompt({ config, turns, endedBy, ...faultsOf(act) });
      const { reply, value } = await rule(deps, { input, act, judge, prompt }, readSolution);
      const { attempt: _attempt, ...billed } = bill(deps, act, reply);
      const result: SolutionResult = {
        type: "solution",
        solution: { ...value, synthesizedBy: modelId(judge) },
        ...NO_BALLOTS,
        degraded,
        endedBy,
        ...billed,
      };
      const kept = await persistently(act.signal, () => deps.store.putResult(act.debate, generation, result));
      return concluded(deps, { input, act, result: kept });
    });

/** The judge makes one solution from the agents' work. */

import { besideSummary } from "../../prompts/for-judge/dialectic-judge.ts";
import { buildSolutionPrompt, readSolution } from "../../prompts/for-judge/solution.judge-prompt.ts";
import { JUDGE } from "../../rules/protocols/dialectic-state.ts";
import { familiesIn } from "../../rules/request/independence.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { defineAct, unnumbered } from "./act.ts";
import { concludes, NO_BALLOTS, unvotedConclusion } from "./conclusion.act.ts";

export const synthesizeSolution = defineAct({
  name: "synthesizeSolution",
  reads: () => "blind transcript",
  earlier: ({ state }) => state.dialectic?.summaries[JUDGE],
  watchesWindow: true,
  fits: ({ turns, shown }) => (shown.earlier ? besideSummary(turns) : turns),
  prompt: (shown, { endedBy }, view) =>
    buildSolutionPrompt({ ...shown, endedBy: endedBy ?? "limit", summary: shown.earlier?.text, view }),
  read: (text, { shown: { active = [], faults = [], ...shown } }) =>
    readSolution(text, { ...shown, active, wasRefused: faults.length > 0 }),
  make: ({ value, scene: { asked, blind, config }, model, degraded, bill }): Result => {
    const { endedBy, round } = asked;
    if (!endedBy) throw new Error("a solution needs to know how the debate ended");
    const { conclusion, solution } = blind.reveal(value);
    return {
      type: "solution",
      solution: { ...solution, synthesizedBy: model },
      ...NO_BALLOTS,
      families: familiesIn(config, asked.state),
      ...unvotedConclusion(conclusion, { writer: model, round, degraded }),
      endedBy,
      ...unnumbered(bill),
    };
  },
  ...concludes,
  assumed: {
    tokens: ({ conclusion, participants }) => 900 + (conclusion ? 400 + 75 * participants.length : 0),
    events: () => [],
  },
});

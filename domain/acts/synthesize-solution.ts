/** The judge makes one solution from the agents' work. */
import { besideSummary } from "../prompts/judge/dialectic-judge.ts";
import { buildSolutionPrompt, readSolution } from "../prompts/judge/solution.ts";
import { JUDGE } from "../protocols/dialectic-state.ts";
import type { Result } from "../schemas/result.ts";
import { defineAct, unnumbered } from "./act.ts";
import { concludes, NO_BALLOTS } from "./conclusion.ts";

export const synthesizeSolution = defineAct({
  name: "synthesizeSolution",
  reads: () => "blind transcript",
  earlier: ({ state }) => state.dialectic?.summaries[JUDGE],
  watchesWindow: true,
  fits: ({ turns, shown }) => (shown.earlier ? besideSummary(turns) : turns),
  prompt: (shown, { endedBy }, view) =>
    buildSolutionPrompt({ ...shown, endedBy: endedBy ?? "limit", summary: shown.earlier?.text, view }),
  read: readSolution,
  make: ({ value, scene: { asked, blind }, model, degraded, bill }): Result => {
    const { endedBy } = asked;
    if (!endedBy) throw new Error("a solution needs to know how the debate ended");
    const solution = { ...blind.reveal(value), synthesizedBy: model };
    return { type: "solution", solution, ...NO_BALLOTS, degraded, endedBy, ...unnumbered(bill) };
  },
  ...concludes,
  assumed: { tokens: () => 900, events: () => [] },
});

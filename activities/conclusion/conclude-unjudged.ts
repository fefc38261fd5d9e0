import { NO_BALLOTS } from "../../domain/acts/conclusion.ts";
import { billedOf, NO_SPEND } from "../../domain/budget/costs.ts";
import { conclusion } from "../acts/service-act.ts";

/** The result of a debate whose judge failed for good: nobody ruled. */
export const concludeUnjudged = conclusion(async (deps, { input: { degraded }, endedBy }) => ({
  type: "unjudged",
  ...NO_BALLOTS,
  degraded,
  endedBy,
  ...billedOf(NO_SPEND),
  latencyMs: 0,
  at: deps.now().toISOString(),
}));

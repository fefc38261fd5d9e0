import { essenceOf } from "../domain/essence.ts";
import type { Result } from "../domain/schemas/result.ts";
import { resultDigest } from "../domain/state.ts";
import type { ActivityDeps } from "./index.ts";
import type { ActOutcome } from "./take-turn.ts";
import { type Telling, told } from "./told.ts";

/** The end of every act that concludes a debate: its result is in the log, and the workflow hears of it in brief. */
export function concluded(
  deps: ActivityDeps,
  { result, ...telling }: Telling & { result: Result },
): Promise<ActOutcome> {
  const { at, usage, costUsd } = result;
  return told(deps, telling, {
    type: "result.completed",
    at,
    whole: { result },
    brief: { result: { ...resultDigest(result), usage, costUsd } },
    said: essenceOf(result) ?? "Nobody ruled.",
  });
}

/** Of a result that no ballot stands behind. */
export const NO_BALLOTS: Pick<Result, "contested" | "ballots" | "agreement" | "dissent"> = {
  contested: false,
  ballots: [],
  agreement: null,
  dissent: [],
};

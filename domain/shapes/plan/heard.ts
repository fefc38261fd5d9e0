/** When an assessment counts. */
import type { DebateRules } from "./plan.ts";

type Rules = Pick<DebateRules, "overlap" | "judging">;

/** Each round runs while the judge assesses the one before. */
export function runsAhead({ overlap, judging }: Rules): boolean {
  return overlap === "ahead" && judging === "every-round";
}

/**
 * The newest round whose assessment counts once `round` is over: for the debate's end, and for the guidance of the next round.
 * A debate that runs ahead of its judge takes it one round later, so no assessment decides about the round beside it.
 *
 * @example
 * heardAfter({ judging: "every-round", overlap: "safe" }, 3) // → 3
 * heardAfter({ judging: "every-round", overlap: "ahead" }, 3) // → 2
 */
export function heardAfter(rules: Rules, round: number): number {
  return runsAhead(rules) ? round - 1 : round;
}

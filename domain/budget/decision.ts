/** What a debate asks its owner when a call does not fit under a limit, and how figures are told. Pure. */

import type { DebateState } from "../debate-state.ts";
import type { Decision } from "../decision.ts";
import type { Degradation, Problem } from "../schemas/faults.ts";
import type { Shortfall } from "./ledger.ts";

type Option = Decision["options"][number];

const RAISE: Option = {
  id: "raise",
  label: "Raise the limit",
  consequence: "It goes on exactly where it was. One of the two is enough.",
  params: { maxCostUsd: "The new limit in USD", maxTokens: "The new limit in tokens" },
};
const CONCLUDE: Option = {
  id: "conclude",
  label: "Conclude now",
  consequence: "The judge rules on what there is, with the money that was kept for it.",
};
const ABANDON: Option = {
  id: "abandon",
  label: "Abandon it",
  consequence: "The debate is cancelled, without a result. What was said is kept.",
};
const LEAVE: Option = {
  id: "error",
  label: "Leave it in error",
  consequence: "Nothing is lost: change the limits and `retry`.",
};

/** Something was said that can be ruled on, and it is not concluding already. */
export function canConclude({ status, wholeTurns }: DebateState): boolean {
  return status === "running" && wholeTurns > 0;
}

/** Times in milliseconds since the epoch and milliseconds. */
export function limitDecision(
  state: DebateState,
  short: Shortfall,
  { at, timeoutMs }: { at: number; timeoutMs: number },
): Decision {
  const options = canConclude(state) ? [RAISE, CONCLUDE, ABANDON] : [RAISE, ABANDON, LEAVE];
  return {
    id: `d${(state.decisionsAsked ?? 0) + 1}`,
    kind: "cost_limit",
    question: `${sentenceOf(short)} How shall the debate go on?`,
    options,
    default: canConclude(state) ? "conclude" : "error",
    round: state.round,
    requestedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + timeoutMs).toISOString(),
    made: null,
  };
}

/** Two sentences for the owner. */
export function sentenceOf({ unit, limit, spent, reserved, needed }: Shortfall): string {
  const say = (figure: number) => (unit === "tokens" ? `${figure} tokens` : `$${figure / 1_000_000}`);
  return (
    `The next step may take ${say(needed)}, which does not fit under the limit of ${say(limit)}. ` +
    `${say(spent)} is charged, and ${say(reserved)} is set aside.`
  );
}

/** What the result says of a debate that its budget has stopped. */
export function stopped({ round, roundOver }: DebateState, why: string): Degradation {
  const what = roundOver ? `the rounds after round ${round}` : `the rest of round ${round} and what would follow`;
  return { what, why, round, code: "budget_stopped" };
}

/** The new limits must be numbers; whether they are enough is asked where the debate runs. */
export function raiseProblems(params: Record<string, unknown>): Problem[] {
  const given = Object.entries(params).filter(([name]) => name === "maxCostUsd" || name === "maxTokens");
  if (given.length === 0) return [{ pointer: "/params", detail: "needs maxCostUsd or maxTokens, the new limit" }];
  return given.flatMap(([name, value]): Problem[] => {
    const isFit = typeof value === "number" && value > 0 && (name === "maxCostUsd" || Number.isInteger(value));
    return isFit ? [] : [{ pointer: `/params/${name}`, detail: "must be a number above 0" }];
  });
}

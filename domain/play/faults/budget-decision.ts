/** The decision when a call does not fit under a limit. */

import type { Decision } from "../../shapes/schemas/decision.ts";
import type { Degradation, Problem } from "../../shapes/schemas/faults.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Shortfall } from "../budget/ledger.budget.ts";
import { newDecision } from "./new-decision.ts";

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

/** A whole turn exists, and the debate is not concluding. */
export function canConclude({ status, wholeTurns }: DebateState): boolean {
  return status === "running" && wholeTurns > 0;
}

/** `asking.at`: milliseconds since the epoch. */
export function limitDecision(
  state: DebateState,
  short: Shortfall,
  asking: { at: number; timeoutMs: number },
): Decision {
  const isConcludable = canConclude(state);
  const about = {
    kind: "cost_limit" as const,
    question: `${sentenceOf(short)} How shall the debate go on?`,
    options: isConcludable ? [RAISE, CONCLUDE, ABANDON] : [RAISE, ABANDON, LEAVE],
    default: isConcludable ? ("conclude" as const) : ("error" as const),
  };
  return newDecision(state, about, asking);
}

export function sentenceOf({ unit, limit, spent, reserved, needed }: Shortfall): string {
  const say = (figure: number) => (unit === "tokens" ? `${figure} tokens` : `$${figure / 1_000_000}`);
  return (
    `The next step may take ${say(needed)}, which does not fit under the limit of ${say(limit)}. ` +
    `${say(spent)} is charged, and ${say(reserved)} is set aside.`
  );
}

/** The loss that the result reports after the budget ended a debate. */
export function stopped({ round, roundOver }: DebateState, why: string): Degradation {
  const what = roundOver ? `the rounds after round ${round}` : `the rest of round ${round} and what would follow`;
  return { what, why, round, code: "budget_stopped" };
}

/** Checks the new limits' form; the running debate checks whether they suffice. */
export function raiseProblems(params: Record<string, unknown>): Problem[] {
  const given = Object.entries(params).filter(([name]) => name === "maxCostUsd" || name === "maxTokens");
  if (given.length === 0) return [{ pointer: "/params", detail: "needs maxCostUsd or maxTokens, the new limit" }];
  return given.flatMap(([name, value]): Problem[] => {
    const isFit = typeof value === "number" && value > 0 && (name === "maxCostUsd" || Number.isInteger(value));
    return isFit ? [] : [{ pointer: `/params/${name}`, detail: "must be a number above 0" }];
  });
}

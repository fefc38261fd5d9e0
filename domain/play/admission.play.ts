/**
 * A debate's budget while it runs. The calls of a step are quoted and reserved all together before any is made, so that
 * simultaneous turns cannot race. Debates without limits skip all of it.
 */

import { type Work, wait } from "../base/work.ts";
import { isTerminal } from "../shapes/lifecycle.shape.ts";
import type { Amount } from "../shapes/plan/plan.ts";
import type { FaultView } from "../shapes/schemas/faults.schema.ts";
import { type Billed, NO_USAGE, uncountedOf } from "../shapes/state/costs.state.ts";
import type { DebateState } from "../shapes/state/state.ts";
import type { ActSpec } from "../shapes/state/steps.ts";
import { isBallotId, verdictId } from "../shapes/turn-ids.ts";
import { type BillableCall, billableActs } from "./budget/concluding.ts";
import {
  addAmount,
  attemptsOf,
  chargedOf,
  NOTHING,
  type Shortfall,
  shortfall,
  sumOf,
  times,
} from "./budget/ledger.budget.ts";
import { knownOf, type Reservation, type Reservations } from "./budget/reservations.ts";
import { unsettledAttempts } from "./budget/unsettled.budget.ts";
import type { BriefEvent, EventPayloads } from "./events/events.ts";
import { canConclude, limitDecision, sentenceOf, stopped } from "./faults/budget-decision.ts";
import { skip } from "./faults/remedies.ts";
import { transition } from "./state/moves.ts";
import type { OngoingDebate, StepCalls } from "./state/ports.play.ts";

/** What calls may cost at most. */
export interface Quote {
  /** By the call's id: one attempt. */
  worst: Record<string, Amount>;
  /** All calls of the conclusion that are not quoted here, over the longest transcript that these can leave. */
  ringFence: Amount;
}

export interface BudgetPorts {
  debate: OngoingDebate;
  reservations: Reservations;
  quote: (calls: BillableCall[]) => Quote | Promise<Quote>;
}

/** True when the step may be made: its calls are reserved. False: the protocol is asked again. */
export function* admit(step: StepCalls, { debate, reservations, quote }: BudgetPorts): Work<boolean> {
  const before = debate.state;
  const calls = callsOf(before, step);
  if (!debate.plan.budget || calls.length === 0) return true;
  const { worst, ringFence } = yield* wait(quote(calls));
  if (hasMoved(before, debate.state)) return false;
  reservations.ringFence = ringFence;
  warn(debate, reservations);
  const attempts = attemptsOf(debate.plan);
  const needed = sumOf(calls.map(({ id }) => times(attempts, worst[id] ?? NOTHING)));
  const use = { spent: chargedOf(debate.state), reserved: reservations.total(), needed };
  const short = shortfall(debate.plan.budget, use);
  if (short) {
    refuse(short, calls, debate);
    return false;
  }
  const { attempts: made } = debate.state;
  for (const call of calls)
    reservations.reserve(call, { worst: worst[call.id] ?? NOTHING, attempts, earlier: made[call.id] ?? 0 });
  return true;
}

function callsOf(state: DebateState, { turns = [], acts = [] }: StepCalls): BillableCall[] {
  // Given answers are bought already.
  const asked = turns.filter(({ given }) => !given);
  return [...asked.map((turn) => ({ id: turn.id, turn })), ...billableActs(state, acts)];
}

/** While the calls were quoted, something else came first. */
function hasMoved(before: DebateState, now: DebateState): boolean {
  return (["status", "pausing", "withoutJudge", "judgeModel"] as const).some((name) => now[name] !== before[name]);
}

/** Does what the debate's policy says about calls that do not fit under a limit. */
function refuse(short: Shortfall, calls: BillableCall[], debate: OngoingDebate): void {
  const { state, plan } = debate;
  const acts = calls.flatMap((call) => ("act" in call ? [call.act] : []));
  const why = sentenceOf(short);
  const dispensable = acts.filter((act) => act.dispensable !== undefined);
  // Whatever the debate can go without is left out first; the protocol asks again for the rest.
  if (dispensable.length > 0) {
    for (const act of dispensable) skip(debate, act, why);
    return;
  }
  const policy = plan.policies?.onCostLimit ?? "conclude";
  const { pausing } = state;
  if (policy === "conclude" && canConclude(state)) {
    recordLimit(short, { policy, degradation: stopped(state, why) }, debate);
    return transition(debate, "roundsOver", { phase: null, endedBy: "budget", pausing });
  }
  recordLimit(short, { policy }, debate);
  const judged = acts.filter(({ by }) => by === "judge");
  if (policy === "conclude" && state.status === "concluding" && judged.length > 0)
    return skipJudged(judged, why, debate);
  const error = budgetError(debate, why);
  if (policy !== "ask") return transition(debate, "faulted", { error });
  const waiting = { at: debate.now(), timeoutMs: plan.durations.decisionTimeout };
  const decision = limitDecision(state, short, waiting);
  debate.emit("decision.requested", { round: state.round, decision, about: {} });
  // A pause that was asked for takes effect once the owner has decided.
  transition(debate, "asked", { error, pausing });
}

/** All ballots together make one verdict. */
function skipJudged(acts: ActSpec[], why: string, debate: OngoingDebate): void {
  const verdict = { id: verdictId(debate.state.generation), name: "countBallots" as const };
  const lost = acts.some(({ id }) => isBallotId(id)) ? [verdict] : acts;
  for (const act of lost) skip(debate, act, why);
}

function recordLimit(
  short: Shortfall,
  more: Pick<EventPayloads["cost.limit"], "policy" | "degradation">,
  debate: OngoingDebate,
): void {
  const isMoney = short.unit === "costMicroUsd";
  const inUnit = (figure: number) => (isMoney ? figure / 1_000_000 : figure);
  const [limit, spent] = [inUnit(short.limit), inUnit(short.spent)];
  const figures = { limit, spent, reserved: inUnit(short.reserved), needed: inUnit(short.needed) };
  debate.emit("cost.limit", { round: debate.state.round, unit: isMoney ? "usd" : "tokens", ...figures, ...more });
}

function budgetError(debate: OngoingDebate, message: string): FaultView {
  const suggestion = "Raise the limit with PATCH { limits }, then retry; or stop, and let the judge rule.";
  const at = new Date(debate.now()).toISOString();
  return { kind: "budget", message, retryable: true, retryCount: 0, round: debate.state.round, at, suggestion };
}

/** What a call's activity returns, as far as its cost goes. */
interface CallOutcome {
  events: BriefEvent[];
  /** The number of the last attempt that was made. */
  attempt?: number;
  /** A further attempt is wanted. */
  again?: object;
}

/**
 * Replaces the reservation of a call with what it cost: attempts whose end is unknown are charged in full. Outcome null:
 * it failed or was cancelled.
 */
export function replaceReservation(
  { debate, reservations }: Omit<BudgetPorts, "quote">,
  call: { id: string; round: number; participantId: string | null },
  outcome: CallOutcome | null,
): void {
  const reservation = reservations.release(call.id);
  // Nothing is recorded after the end.
  if (!reservation || isTerminal(debate.state.status)) return;
  const { worst, earlier, known } = reservation;
  const done = outcome && !outcome.again ? completedIn(outcome) : null;
  const last = done?.attempt ?? outcome?.attempt ?? lastAttempt(reservation, outcome);
  const reported = done ? [...known, { ...done, attempt: last }] : known;
  const { id: actId, round, participantId } = call;
  for (const { attempt, charge } of unsettledAttempts({ earlier, last, reported }, worst)) {
    const usage = { ...NO_USAGE, inputTokens: charge.tokens, calls: 1 };
    const costUsd = charge.costMicroUsd / 1_000_000;
    debate.emit("attempt.unsettled", { round, participantId, actId, attempt, usage, costUsd });
  }
  warn(debate, reservations);
}

/** A cancelled call may have been billed, unless it logs its start. */
function lastAttempt({ earlier, known, isTurn }: Reservation, outcome: CallOutcome | null): number {
  if (known.length === 0 && !isTurn && !outcome) return earlier + 1;
  return Math.max(earlier, ...known.map(({ attempt }) => attempt));
}

/** The attempt that succeeded. A turn has its number. */
function completedIn({ events, attempt }: CallOutcome) {
  const last = events.at(-1);
  const turn = last?.type === "turn.completed" ? last.data.turn : null;
  const spent = Object.values(last?.data ?? {}).find(isSpent) ?? last?.data;
  const billed = isSpent(spent) ? spent : { usage: NO_USAGE, costUsd: 0 };
  return { ...knownOf(billed), unsettled: uncountedOf(billed) !== null, attempt: turn?.attempt ?? attempt };
}

function isSpent(part: unknown): part is Billed {
  return typeof part === "object" && part !== null && "usage" in part && "costUsd" in part;
}

/** Warns once per threshold. */
export function warn(debate: OngoingDebate, reservations: Reservations): void {
  const { plan, state } = debate;
  const threshold = plan.budget?.warnAtMicroUsd;
  const spent = chargedOf(state).costMicroUsd;
  if (threshold === undefined || spent < threshold || isTerminal(state.status)) return;
  const thresholdUsd = threshold / 1_000_000;
  if (state.costWarnings?.some((warning) => warning.thresholdUsd === thresholdUsd)) return;
  const reservedUsd = reservations.total().costMicroUsd / 1_000_000;
  const { maxMicroUsd } = plan.budget ?? {};
  const limit = maxMicroUsd === undefined ? {} : { limitUsd: maxMicroUsd / 1_000_000 };
  const figures = { thresholdUsd, spentUsd: spent / 1_000_000, reservedUsd, ...limit };
  debate.emit("cost.warning", { round: state.round, ...figures });
}

/** The least that a limit can be: what is charged and set aside. */
export function lowestLimit({ state }: OngoingDebate, reservations: Reservations): Amount {
  return addAmount(chargedOf(state), reservations.total());
}

/**
 * A debate's budget while it runs (spec §1.12). Before each step its calls are weighed and reserved all at once, so
 * that simultaneous turns can not race; what comes back is settled. Debates without limits pay nothing of it.
 */
import { condition } from "@temporalio/workflow";
import type { Grant } from "../activities/act.ts";
import type { ActOutcome } from "../activities/take-turn.ts";
import { type BillableCall, billableActs } from "../domain/budget/concluding.ts";
import { canConclude, limitDecision, sentenceOf, stopped } from "../domain/budget/decision.ts";
import {
  ATTEMPTS,
  addAmount,
  chargedOf,
  NOTHING,
  type Shortfall,
  shortfall,
  sumOf,
  times,
} from "../domain/budget/ledger.ts";
import { unsettledAttempts } from "../domain/budget/settlement.ts";
import type { EventPayloads } from "../domain/events.ts";
import { type Happening, isTerminal } from "../domain/lifecycle.ts";
import type { Amount } from "../domain/plan.ts";
import { isBallotId, verdictId } from "../domain/protocols/ids.ts";
import type { FaultView } from "../domain/schemas/faults.ts";
import type { ActSpec, TurnSpec } from "../domain/steps.ts";
import { storeActs } from "./acts.ts";
import type { Subject } from "./interruptions.ts";
import { skip } from "./remedies.ts";
import type { DebateRun, Reservation } from "./run.ts";

interface Tools {
  run: DebateRun;
  happen: (on: Happening, extra?: Partial<EventPayloads["debate.status"]>) => void;
}

/** The calls of a step. */
export interface StepCalls {
  turns?: TurnSpec[];
  acts?: ActSpec[];
}

export function createBudget({ run, happen }: Tools) {
  /** True when the step may be made: its calls are reserved. False: the debate is to look again at what to do. */
  async function admit(step: StepCalls): Promise<boolean> {
    const calls = callsOf(run, step);
    if (!run.plan.budget || calls.length === 0) return true;
    const before = run.state;
    const { debate, state } = run.publication();
    const weighed = await storeActs("what the next calls may cost").weigh({
      debate,
      plan: run.plan,
      state,
      assessed: before.assessments.length,
      calls,
    });
    const { status, pausing, withoutJudge, judgeModel } = run.state;
    if (status !== before.status || pausing !== before.pausing || withoutJudge !== before.withoutJudge) return false;
    if (judgeModel !== before.judgeModel) return false;
    run.ringFence = weighed.ringFence;
    warn(run);
    const needed = calls.map(({ id }) => times(ATTEMPTS, weighed.worst[id] ?? NOTHING));
    const use = { spent: chargedOf(run.state), reserved: reservedOf(run), needed: sumOf(needed) };
    const short = shortfall(run.plan.budget, use);
    if (short) {
      stop(short, calls);
      return false;
    }
    for (const call of calls) reserve(run, call, weighed.worst[call.id] ?? NOTHING);
    return true;
  }

  /** By the debate's policy. */
  function stop(short: Shortfall, calls: BillableCall[]): void {
    const { state, plan } = run;
    const policy = plan.policies?.onCostLimit ?? "conclude";
    const why = sentenceOf(short);
    const dispensable = calls.flatMap((call) =>
      "act" in call && call.act.dispensable !== undefined ? [call.act] : [],
    );
    if (dispensable.length === calls.length) {
      for (const act of dispensable) skip(run, act, why);
      return;
    }
    const { pausing } = state;
    if (policy === "conclude" && canConclude(state)) {
      tell(short, { policy, degradation: stopped(state, why) });
      return happen("roundsOver", { phase: null, endedBy: "budget", pausing });
    }
    tell(short, { policy });
    const judged = calls.flatMap((call) => ("act" in call && call.act.by === "judge" ? [call.act] : []));
    if (policy === "conclude" && state.status === "concluding" && judged.length > 0) {
      // Of the ballots all make one verdict.
      const [first] = judged;
      if (first && isBallotId(first.id)) skip(run, { id: verdictId(state.generation), name: "countBallots" }, why);
      else for (const act of judged) skip(run, act, why);
      return;
    }
    if (policy !== "ask") return happen("faulted", { error: errorOf(run, why) });
    const decision = limitDecision(state, short, { at: Date.now(), timeoutMs: plan.durations.decisionTimeout });
    run.emit("decision.requested", { round: state.round, decision, about: {} });
    // A pause that was asked for holds once its owner has decided.
    happen("asked", { error: errorOf(run, why), pausing });
  }

  function tell(short: Shortfall, more: Pick<EventPayloads["cost.limit"], "policy" | "degradation">): void {
    const isMoney = short.unit === "costMicroUsd";
    const say = (figure: number) => (isMoney ? figure / 1_000_000 : figure);
    const { limit, spent, reserved, needed } = short;
    const figures = { limit: say(limit), spent: say(spent), reserved: say(reserved), needed: say(needed) };
    run.emit("cost.limit", { round: run.state.round, unit: isMoney ? "usd" : "tokens", ...figures, ...more });
  }

  return {
    admit,

    /** What an activity is told of its reservation; nothing where there is none. */
    grantOf(id: string): { grant?: Grant } {
      const since = run.retrying[id];
      return run.reservations.has(id) && since !== undefined ? { grant: { attempts: ATTEMPTS, since } } : {};
    },

    /** A further attempt waits its time, and is then weighed and reserved anew, unless something else comes first. */
    async again(outcome: Pick<ActOutcome, "again">): Promise<void> {
      const { status, since } = run.state;
      const moved = () => run.state.pausing || run.state.status !== status || run.state.since !== since;
      if (outcome.again && outcome.again.waitMs > 0) await condition(moved, outcome.again.waitMs);
    },

    /** What came back of a call takes the place of its reservation. `outcome` null: it failed, or was cut short. */
    settle(subject: Subject, outcome: ActOutcome | null): void {
      settle(run, subject, outcome);
    },
  };
}

function callsOf({ state }: DebateRun, { turns = [], acts = [] }: StepCalls): BillableCall[] {
  return [...turns.map((turn) => ({ id: turn.id, turn })), ...billableActs(state, acts)];
}

/** For calls in flight and for the conclusion. */
function reservedOf(run: DebateRun) {
  return addAmount(run.ringFence, sumOf([...run.reservations.values()].map(({ worst }) => times(ATTEMPTS, worst))));
}

function reserve(run: DebateRun, call: BillableCall, worst: Amount): void {
  const { id } = call;
  run.reservations.set(id, { worst, earlier: run.state.attempts[id] ?? 0, told: [], isTurn: "turn" in call });
  run.retrying[id] ??= run.place().since;
}

function settle(run: DebateRun, { id, round, by }: Subject, outcome: ActOutcome | null): void {
  const reservation = run.reservations.get(id);
  if (!reservation) return;
  run.reservations.delete(id);
  if (!outcome?.again) Reflect.deleteProperty(run.retrying, id);
  // Nothing is appended after the end.
  if (isTerminal(run.state.status)) return;
  const { worst, earlier, told } = reservation;
  const done = outcome && !outcome.again ? completedIn(outcome) : null;
  const last = done?.attempt ?? outcome?.attempt ?? lastOf(reservation, outcome);
  const known = done ? [...told, { known: NOTHING, unsettled: done.isUnknown, attempt: last }] : told;
  const participantId = by?.participantId ?? null;
  for (const { attempt, charge } of unsettledAttempts({ earlier, last, told: known }, worst)) {
    const usage = { ...NO_USAGE, inputTokens: charge.tokens, calls: 1 };
    const costUsd = charge.costMicroUsd / 1_000_000;
    run.emit("attempt.unsettled", { round, participantId, actId: id, attempt, usage, costUsd });
  }
  warn(run);
}

/** A call that was cut short without a word may have been made, unless its beginning would stand in the log. */
function lastOf({ earlier, told, isTurn }: Reservation, outcome: ActOutcome | null): number {
  if (told.length === 0 && !isTurn && !outcome) return earlier + 1;
  return Math.max(earlier, ...told.map(({ attempt }) => attempt));
}

const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 };

/** The attempt that succeeded: a turn says which one it was, and a reply without usage has no known cost. */
function completedIn({ events, attempt }: ActOutcome) {
  const last = events.at(-1);
  const turn = last?.type === "turn.completed" ? last.data.turn : null;
  const spent = Object.values(last?.data ?? {}).find(isSpent) ?? last?.data;
  const isUnknown =
    isSpent(spent) && spent.costUsd === null && spent.usage.inputTokens + spent.usage.outputTokens === 0;
  return { attempt: turn?.attempt ?? attempt, isUnknown };
}

function isSpent(part: unknown): part is { usage: typeof NO_USAGE; costUsd: number | null } {
  return typeof part === "object" && part !== null && "usage" in part && "costUsd" in part;
}

/** Once per threshold. */
export function warn(run: DebateRun): void {
  const threshold = run.plan.budget?.warnAtMicroUsd;
  const spent = chargedOf(run.state).costMicroUsd;
  if (threshold === undefined || spent < threshold || isTerminal(run.state.status)) return;
  const thresholdUsd = threshold / 1_000_000;
  if (run.state.costWarnings?.some((warning) => warning.thresholdUsd === thresholdUsd)) return;
  const reservedUsd = reservedOf(run).costMicroUsd / 1_000_000;
  run.emit("cost.warning", { round: run.state.round, thresholdUsd, spentUsd: spent / 1_000_000, reservedUsd });
}

/** A limit below it could not be kept. */
export function floorOf(run: DebateRun) {
  return addAmount(chargedOf(run.state), reservedOf(run));
}

function errorOf(run: DebateRun, message: string): FaultView {
  const suggestion = "Raise the limit with PATCH { limits }, then retry; or stop, and let the judge rule.";
  const at = new Date().toISOString();
  return { kind: "budget", message, retryable: true, retryCount: 0, round: run.state.round, at, suggestion };
}

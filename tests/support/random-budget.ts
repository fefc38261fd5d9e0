/**
 * Plays a debate of pure steps under a budget as the workflow does: weighed, reserved, settled; with prices, faults,
 * kills and an owner at random. The providers' own bill is kept beside, so that what is charged can be held against it.
 */
import { type BillableCall, billableActs, concludingCalls } from "../../domain/budget/concluding.ts";
import { canConclude, stopped } from "../../domain/budget/decision.ts";
import { ATTEMPTS, addAmount, chargedOf, NOTHING, shortfall, sumOf, times } from "../../domain/budget/ledger.ts";
import { costBy } from "../../domain/budget/price.ts";
import { type KnownAttempt, unsettledAttempts } from "../../domain/budget/settlement.ts";
import { type Sized, weighed } from "../../domain/budget/weighing.ts";
import { worstAttempt } from "../../domain/budget/weight.ts";
import type { ModelPrice } from "../../domain/catalogue.ts";
import type { DebateState } from "../../domain/debate-state.ts";
import type { DraftEvent } from "../../domain/events.ts";
import type { Status } from "../../domain/lifecycle.ts";
import type { Amount, BudgetLimits, DebatePlan } from "../../domain/plan.ts";
import { preparations } from "../../domain/protocols/preparation.ts";
import { next } from "../../domain/protocols/registry.ts";
import { initialState, reduce } from "../../domain/state.ts";
import type { ActSpec, Step, TurnSpec } from "../../domain/steps.ts";
import { event } from "./drive.ts";
import { actOutcome, type Dice, questionsAsked, turnOutcome } from "./random-outcomes.ts";

export interface Model {
  price: ModelPrice;
  maxOutput: number;
}

export interface Market {
  /** By participant's id, and `judge`. */
  models: Record<string, Model>;
  limits: BudgetLimits;
  policy: "conclude" | "ask" | "error";
  /** Tokens of a prompt with nothing said. */
  base: number;
}

/** What a test looks at when it is over. */
export interface Played {
  state: DebateState;
  events: DraftEvent[];
  limits: BudgetLimits;
  /** By the providers; never above what is charged. */
  billed: Amount;
  /** Calls of the conclusion that did not fit at their first reservation. */
  unaffordable: string[];
  /** The first round was completed. */
  hadRound: boolean;
  violations: string[];
}

const STEPS = 5_000;

export function playUnderBudget(plan: DebatePlan, market: Market, roll: Dice): Played {
  const events: DraftEvent[] = [];
  const played = { billed: NOTHING, unaffordable: [] as string[], violations: [] as string[], hadRound: false };
  const tried = new Set<string>();
  const failures = new Map<string, number>();
  let limits = { ...market.limits };
  let state: DebateState = initialState(plan);
  /** Tokens of everything that prompts may show. */
  let said = 0;

  const take = (e: DraftEvent) => {
    events.push(e);
    state = reduce(state, e);
    const charged = chargedOf(state);
    if (limits.maxMicroUsd !== undefined && charged.costMicroUsd > limits.maxMicroUsd) played.violations.push(e.type);
    if (limits.maxTokens !== undefined && charged.tokens > limits.maxTokens) played.violations.push(`${e.type} tokens`);
  };
  const go = (status: Status, extra: object = {}) =>
    take(event("debate.status", { status, phase: null, round: state.round, pausing: false, by: "test", ...extra }));

  const modelOf = (call: BillableCall): Model => {
    const who = "turn" in call ? call.turn.participantId : call.act.by;
    const id = typeof who === "string" ? who : who.participantId;
    const model = market.models[id];
    if (!model) throw new Error(`no model of ${id}`);
    return model;
  };
  const sized = (call: BillableCall): Sized => {
    const { price, maxOutput } = modelOf(call);
    const worst = (more: number[]) => {
      const input = market.base + said + more.reduce((sum, tokens) => sum + tokens, 0);
      const model = { provider: "p", model: "m", priceUsdPerMTok: price, maxOutputTokens: maxOutput };
      return worstAttempt(model, input, { costMicroUsd: (_, tokens) => costBy(price, tokens) });
    };
    return { maxOutput, worst };
  };

  /** The grants of a step's calls; null when they do not fit. */
  function admit(calls: BillableCall[]): Map<string, Amount> | null {
    const ids = new Set(calls.map(({ id }) => id));
    const ending = concludingCalls(plan, state).map((some) => some.filter(({ id }) => !ids.has(id)).map(sized));
    const { worst, ringFence } = weighed(calls.map(sized), ending);
    const needed = sumOf(worst.map((amount) => times(ATTEMPTS, amount)));
    const short = shortfall(limits, { spent: chargedOf(state), reserved: ringFence, needed });
    const isFirst = calls.every(({ id }) => !tried.has(id));
    // What the debate can do without is not kept money for before it is needed.
    if (short && isFirst && state.status === "concluding" && !calls.every(isDispensable))
      played.unaffordable.push(...ids);
    for (const id of ids) tried.add(id);
    if (!short) return new Map(calls.map(({ id }, i) => [id, worst[i] ?? NOTHING]));
    stop(calls);
    return null;
  }

  function stop(calls: BillableCall[]): void {
    if (calls.every(isDispensable)) {
      for (const call of calls) if ("act" in call) skip(call.act);
      return;
    }
    const conclude = () => {
      take(
        event("cost.limit", {
          round: state.round,
          unit: "usd",
          limit: 0,
          spent: 0,
          reserved: 0,
          needed: 0,
          policy: "conclude",
          degradation: stopped(state, "spent"),
        }),
      );
      go("concluding", { endedBy: "budget" });
    };
    if (market.policy === "conclude" && canConclude(state)) return conclude();
    if (market.policy === "conclude" && state.status === "concluding") {
      const acts = calls.flatMap((call) => ("act" in call ? [call.act] : []));
      for (const act of acts) skip(act);
      if (acts.length === 0) go("failed");
      return;
    }
    if (market.policy === "conclude" || roll(4) === 0) return go("failed");
    if (market.policy === "ask" && canConclude(state) && roll(2) === 0) return conclude();
    limits = {
      ...(limits.maxMicroUsd !== undefined && { maxMicroUsd: limits.maxMicroUsd * 2 }),
      ...(limits.maxTokens !== undefined && { maxTokens: limits.maxTokens * 2 }),
    };
  }

  const skip = ({ id, name }: ActSpec) =>
    take(event("act.skipped", { round: state.round, actId: id, degradation: { what: name, why: "cut" } }));

  /** What an attempt really takes: at most its worst. */
  function bill(call: BillableCall): { amount: Amount; output: number } {
    const { price, maxOutput } = modelOf(call);
    const [input, output] = [market.base + said, roll(3) === 0 ? maxOutput : roll(maxOutput + 1)];
    const cachedInput = roll(2) * input;
    const costMicroUsd = costBy(price, { input, cachedInput, cacheWrite: 0, output });
    return { amount: { costMicroUsd, tokens: input + output }, output };
  }

  /** Up to two billable attempts. True once it is done; false: again, or never. */
  function attempt(call: BillableCall, worst: Amount): number | null {
    const earlier = state.attempts[call.id] ?? 0;
    const told: KnownAttempt[] = [];
    let [number, billable] = [earlier, 0];
    let done: number | null = null;
    while (billable < ATTEMPTS && done === null) {
      number += 1;
      const luck = roll(10);
      const { amount, output } = bill(call);
      if (luck === 0) {
        // Turned down: free.
        told.push({ attempt: number, known: NOTHING, unsettled: false });
        take(failed(call, number, NOTHING));
        if (roll(2) === 0) break;
        continue;
      }
      billable += 1;
      played.billed = addAmount(played.billed, amount);
      if (luck === 1) continue; // Killed: it leaves no word.
      if (luck === 2 || luck === 3) {
        const isKnown = luck === 2;
        const known = isKnown ? amount : roll(2) === 0 ? NOTHING : { costMicroUsd: 0, tokens: market.base };
        told.push({ attempt: number, known, unsettled: !isKnown });
        take(failed(call, number, known));
        continue;
      }
      for (const e of outcomeOf(call, amount)) take(e);
      told.push({ attempt: number, known: amount, unsettled: false });
      done = output;
    }
    for (const { attempt: n, charge } of unsettledAttempts({ earlier, last: number, told }, worst))
      take(
        event("attempt.unsettled", {
          round: state.round,
          participantId: null,
          actId: call.id,
          attempt: n,
          ...costOf(charge),
        }),
      );
    return done;
  }

  const outcomeOf = (call: BillableCall, amount: Amount): DraftEvent[] => {
    const made = "turn" in call ? turnOutcome(call.turn, roll) : actOutcome(call.act, state, roll);
    return [withCost(made, amount)];
  };

  /** Simultaneous calls are billed over what was said before all of them. */
  function perform(calls: BillableCall[]): void {
    const grants = admit(calls);
    if (!grants) return;
    const outputs = calls.map((call) => {
      const output = attempt(call, grants.get(call.id) ?? NOTHING);
      if (output === null) giveUp(call);
      return output ?? 0;
    });
    said += outputs.reduce((sum, tokens) => sum + tokens, 0);
  }

  /** After three grants without success. */
  function giveUp(call: BillableCall): void {
    const count = (failures.get(call.id) ?? 0) + 1;
    failures.set(call.id, count);
    if (count < 3) return;
    if ("act" in call) return skip(call.act);
    if (state.status === "running" && state.wholeTurns > 0) return go("concluding", { endedBy: "policy" });
    go("failed");
  }

  const acts = (specs: ActSpec[]) => {
    for (const act of specs.filter(({ by }) => by === "service")) take(actOutcome(act, state, roll));
    const billed = billableActs(state, specs);
    if (billed.length > 0) perform(billed);
  };
  const turns = (specs: TurnSpec[]) => perform(specs.map((turn) => ({ id: turn.id, turn })));

  function live(step: Step): void {
    const { round } = state;
    switch (step.kind) {
      case "beginRound":
        return take(event("round.started", { round: step.round }));
      case "turns":
        if (state.phase !== step.phase) take(event("phase.started", { round, phase: step.phase, expected: 1 }));
        return turns(step.order === "parallel" ? step.turns : step.turns.slice(0, 1));
      case "acts":
        if (state.phase !== step.phase) take(event("phase.started", { round, phase: step.phase, expected: 1 }));
        return acts(step.acts);
      case "gatherQuestions":
        return take(questionsAsked(step, state.clarification?.total ?? 0, roll));
      case "awaitAnswers": {
        const answers = (state.clarification?.batch ?? []).map(({ id }) => ({ questionId: id, answer: null }));
        return take(event("clarification.answered", { answers }));
      }
      case "clarified":
        return go("running");
      case "endRound":
        played.hadRound = true;
        return take(event("round.completed", { round, ...costOf(NOTHING) }));
      case "conclude":
        if (state.status === "running") go("concluding", { endedBy: step.endedBy });
        if (state.wholeTurns === 0) return go("cancelled");
        if (step.turn) return turns([step.turn]);
        acts([step.act]);
        if (state.result) go("completed");
    }
  }

  go("initializing");
  for (let n = 0; !["completed", "failed", "cancelled"].includes(state.status); n++) {
    if (n > STEPS) throw new Error(`no end in sight: ${state.status}, round ${state.round}`);
    const [spec] = state.status === "initializing" ? preparations(plan, state) : [];
    if (spec) acts([spec]);
    else if (state.status === "initializing") go(plan.clarifications ? "clarifying" : "running");
    else live(next(plan, state));
  }
  return { ...played, state, events, limits };
}

const usageOf = (tokens: number) => ({
  inputTokens: tokens,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  calls: 1,
});
const costOf = ({ costMicroUsd, tokens }: Amount) => ({
  usage: usageOf(tokens),
  costUsd: costMicroUsd / 1_000_000,
});

function failed(call: BillableCall, attempt: number, known: Amount): DraftEvent {
  const data = { attempt, kind: "network", message: "cut", waitMs: 1, ...costOf(known) };
  if ("act" in call) return event("judge.failed", { round: 0, actId: call.id, ...data });
  const { round, phase, participantId, id } = call.turn;
  return event("turn.failed", { round, phase, participantId, turnId: id, ...data });
}

/** The same event at another price. */
function withCost(e: DraftEvent, amount: Amount): DraftEvent {
  const priced = (part: unknown): unknown =>
    typeof part === "object" && part !== null && "usage" in part ? { ...part, ...costOf(amount) } : part;
  const data = Object.fromEntries(Object.entries(e.data).map(([name, part]) => [name, priced(part)]));
  return { ...e, data: priced(data) } as DraftEvent;
}

function isDispensable(call: BillableCall): boolean {
  return "act" in call && call.act.dispensable !== undefined;
}

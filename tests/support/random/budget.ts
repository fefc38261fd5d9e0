/**
 * Plays a debate under a budget by the real interpreter and the real admission, with prices, faults, kills and an owner at
 * random. It also keeps the providers' own bill, to compare with what is charged.
 */

import { atOnce } from "../../../domain/base/work.ts";
import { admit, type Quote, replaceReservation } from "../../../domain/play/admission.play.ts";
import { type BillableCall, concludingCalls } from "../../../domain/play/budget/concluding.ts";
import { addAmount, attemptsOf, chargedOf, NOTHING } from "../../../domain/play/budget/ledger.budget.ts";
import { costBy } from "../../../domain/play/budget/price.ts";
import { quoteStep, type Sized } from "../../../domain/play/budget/quote.budget.ts";
import { Reservations } from "../../../domain/play/budget/reservations.ts";
import { worstAttempt } from "../../../domain/play/budget/worst-case.ts";
import type { BriefEvent } from "../../../domain/play/events/events.ts";
import { carryOutDecision } from "../../../domain/play/faults/decide.ts";
import { recordEnd, transition } from "../../../domain/play/state/moves.ts";
import type { StepCalls } from "../../../domain/play/state/ports.play.ts";
import type { ModelPrice } from "../../../domain/shapes/catalogue/model-ref.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { picked } from "../../../domain/shapes/plan/picked.ts";
import type { Amount, BudgetLimits, DebatePlan, Policies } from "../../../domain/shapes/plan/plan.ts";
import type { DebateState, FaultDetails } from "../../../domain/shapes/state/state.ts";
import { verdictId } from "../../../domain/shapes/turn-ids.ts";
import { faultOf, type Script } from "../scripted.ts";
import { event } from "./event.ts";
import { InterleavedDebate } from "./interleaved.ts";
import { actOutcome, type Dice, failedTurn, questionsAsked, turnOutcome } from "./outcomes.ts";

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
  events: BriefEvent[];
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
/** Reservations of one call, after which its model turns it down for good. */
const MOST_GRANTS = 3;

class BudgetedDebate extends InterleavedDebate {
  readonly reservations = new Reservations();
  readonly violations: string[] = [];

  override take(e: BriefEvent): void {
    this.reservations.note(e);
    super.take(e);
    const { maxMicroUsd = Infinity, maxTokens = Infinity } = this.plan.budget ?? {};
    const charged = chargedOf(this.state);
    if (charged.costMicroUsd > maxMicroUsd) this.violations.push(e.type);
    if (charged.tokens > maxTokens) this.violations.push(`${e.type} tokens`);
  }
}

export function playUnderBudget(plan: DebatePlan, market: Market, roll: Dice): Played {
  const policies: Policies = {
    onParticipantFailure: "end",
    onJudgeFailure: "continue",
    fallbackJudges: [],
    onContextOverflow: "end",
    onCostLimit: market.policy,
  };
  const debate = new BudgetedDebate({ ...plan, policies, budget: market.limits }, roll);
  const { reservations, violations } = debate;
  const unaffordable: string[] = [];
  const tried = new Set<string>();
  const grants = new Map<string, number>();
  let billed = NOTHING;
  /** Tokens of everything that prompts may show, and of what the step under way has said. */
  let [shown, said] = [0, 0];

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
      const input = market.base + shown + more.reduce((sum, tokens) => sum + tokens, 0);
      const model = { provider: "p", model: "m", priceUsdPerMTok: price, maxOutputTokens: maxOutput };
      return worstAttempt(model, input, { costMicroUsd: (_, tokens) => costBy(price, tokens) });
    };
    return { maxOutput, worst };
  };
  const quote = (calls: BillableCall[]): Quote => {
    const ids = new Set(calls.map(({ id }) => id));
    const ending = concludingCalls(debate.plan, debate.state).map((some) =>
      some.filter(({ id }) => !ids.has(id)).map(sized),
    );
    const { worst, ringFence } = quoteStep(calls.map(sized), ending, attemptsOf(debate.plan));
    return { worst: Object.fromEntries(calls.map(({ id }, i) => [id, worst[i] ?? NOTHING])), ringFence };
  };

  function admitted(step: StepCalls): boolean {
    [shown, said] = [shown + said, 0];
    const { status } = debate.state;
    const acts = (step.acts ?? []).filter(({ by }) => by !== "service");
    // Nothing is kept beforehand for what the debate can go on without.
    const needed = [...(step.turns ?? []), ...acts.filter(({ dispensable }) => dispensable === undefined)];
    const ids = needed.map(({ id }) => id);
    const isAlone = needed.length === acts.length + (step.turns ?? []).length;
    const isFirst = ids.length > 0 && ids.every((id) => !tried.has(id));
    const fits = atOnce(admit(step, { debate, reservations, quote }));
    // With what was left out they are not refused, but asked for again without it.
    if (fits || isAlone) for (const id of ids) tried.add(id);
    const isLost = isAlone
      ? isFirst
      : ids.length > 0 && debate.state.skipped?.includes(verdictId(debate.state.generation));
    if (!fits && isLost && status === "concluding") unaffordable.push(...ids);
    return fits;
  }

  /** What an attempt really takes: at most its worst. */
  function bill(call: BillableCall): { amount: Amount; output: number } {
    const { price, maxOutput } = modelOf(call);
    const [input, output] = [market.base + shown, roll(3) === 0 ? maxOutput : roll(maxOutput + 1)];
    const cachedInput = roll(2) * input;
    const costMicroUsd = costBy(price, { input, cachedInput, cacheWrite: 0, output });
    return { amount: { costMicroUsd, tokens: input + output }, output };
  }

  /** Up to two billable attempts, as an activity makes them. */
  function make(call: BillableCall, outcomeOf: () => BriefEvent): FaultDetails | null {
    const about = { id: call.id, round: debate.state.round, participantId: null };
    const settle = (outcome: Parameters<typeof replaceReservation>[2]) =>
      replaceReservation({ debate, reservations }, about, outcome);
    let number = debate.state.attempts[call.id] ?? 0;
    grants.set(call.id, (grants.get(call.id) ?? 0) + 1);
    for (let billable = 0; billable < attemptsOf(debate.plan); ) {
      number += 1;
      const luck = roll(10);
      const { amount, output } = bill(call);
      const isLast = (grants.get(call.id) ?? 0) > MOST_GRANTS;
      if (luck === 0 || isLast) {
        // Turned down: free.
        debate.take(failure(call, number, NOTHING));
        if (!isLast && roll(2) > 0) continue;
        settle(null);
        return faultOf("cut.");
      }
      billable += 1;
      billed = addAmount(billed, amount);
      if (luck === 1) continue; // Killed: it leaves no word.
      if (luck <= 3) {
        // What a cut stream has cost is known in part.
        const known = luck === 2 ? amount : roll(2) === 0 ? NOTHING : { costMicroUsd: 0, tokens: market.base };
        debate.take(failure(call, number, known, luck === 3));
        continue;
      }
      const done = withCost(outcomeOf(), amount, number);
      debate.take(done);
      said += output;
      settle({ events: [done], attempt: number });
      return null;
    }
    settle({ events: [], attempt: number, again: {} });
    return null;
  }

  const script: Script = {
    admit: admitted,
    takeTurn: (turn) => make({ id: turn.id, turn }, () => turnOutcome(turn, roll)),
    perform(act) {
      if (act.by !== "service") return make({ id: act.id, act }, () => actOutcome(act, debate.state, roll));
      debate.take(actOutcome(act, debate.state, roll));
      return null;
    },
    closeTurn: (turn) => debate.take(failedTurn(turn)),
    reseat: () => false,
    gatherQuestions(iteration) {
      const total = debate.state.clarification?.total ?? 0;
      debate.take(questionsAsked({ kind: "gatherQuestions", iteration }, total, roll));
    },
    awaitAnswers: () => true,
  };

  function raise(): void {
    const { maxMicroUsd, maxTokens } = debate.plan.budget ?? {};
    debate.plan.budget = {
      ...picked(debate.plan.budget ?? {}, ["attempts"]),
      ...(maxMicroUsd !== undefined && { maxMicroUsd: maxMicroUsd * 2 }),
      ...(maxTokens !== undefined && { maxTokens: maxTokens * 2 }),
    };
  }
  /** The owner raises the limit, concludes, or gives up. */
  function decide(): void {
    const options = debate.state.decision?.asked.options ?? [];
    const option = options[roll(4)]?.id ?? "raise";
    if (option === "raise") raise();
    const made = { option, by: "owner" as const, at: "" };
    atOnce(carryOutDecision(made, undefined, debate.portsOf(script)));
  }
  function inError(): void {
    if (debate.state.error?.kind === "budget" && market.policy !== "conclude" && roll(4) > 0) {
      raise();
      if (debate.command("retry")) return;
    }
    transition(debate, "expired");
    recordEnd(debate);
  }

  transition(debate, "validate");
  transition(debate, "passed", { problems: [] });
  transition(debate, "start");
  for (let n = 0; !isTerminal(debate.state.status); n++) {
    if (n > STEPS) throw new Error(`no end in sight: ${debate.state.status}, round ${debate.state.round}`);
    if (debate.state.status === "awaiting_decision") decide();
    else if (debate.state.status === "error") inError();
    else debate.step(script);
  }
  const hadRound = debate.events.some(({ type }) => type === "round.completed");
  const { state, events } = debate;
  return { state, events, limits: debate.plan.budget ?? {}, billed, unaffordable, hadRound, violations };
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

function failure(call: BillableCall, attempt: number, known: Amount, isCut = false): BriefEvent {
  const unsettled = isCut ? { unsettled: true as const } : {};
  const data = { attempt, kind: "network", message: "cut", waitMs: 1, ...costOf(known), ...unsettled };
  if ("act" in call) return event("judge.failed", { round: 0, actId: call.id, ...data });
  const { round, phase, participantId, id } = call.turn;
  return event("turn.failed", { round, phase, participantId, turnId: id, ...data });
}

/** The same event at another price; a turn has its attempt's number. */
function withCost(e: BriefEvent, amount: Amount, attempt: number): BriefEvent {
  const priced = (part: unknown): unknown =>
    typeof part === "object" && part !== null && "usage" in part
      ? { ...part, ...costOf(amount), ...("attempt" in part && { attempt }) }
      : part;
  const data = Object.fromEntries(Object.entries(e.data).map(([name, part]) => [name, priced(part)]));
  return { ...e, data: priced(data) } as BriefEvent;
}

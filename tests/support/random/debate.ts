/**
 * Plays a debate by the real interpreter, with outcomes, commands and faults at random, and checks at every step that the
 * protocol asks for nothing illegal.
 */
import assert from "node:assert/strict";
import { atOnce } from "../../../domain/base/work.ts";
import type { BriefEvent } from "../../../domain/play/events/events.ts";
import { carryOutDecision } from "../../../domain/play/faults/decide.ts";
import { standingOf } from "../../../domain/play/faults/decisions.faults.ts";
import { replaceModel } from "../../../domain/play/faults/remedies.ts";
import { lateFault, quorumReached } from "../../../domain/play/faults/round-timeout.ts";
import { recordEnd, transition } from "../../../domain/play/state/moves.ts";
import type { Ports } from "../../../domain/play/state/ports.play.ts";
import { openQuestions } from "../../../domain/rules/clarifications/clarifications.rules.ts";
import { benchWithQuorum, lateOnBench } from "../../../domain/rules/judges/quorum.rules.ts";
import { next } from "../../../domain/rules/protocols/registry.protocol.ts";
import { situationOf } from "../../../domain/rules/state/situation.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { SummaryNeed } from "../../../domain/shapes/context/horizon.ts";
import type { FaultKind } from "../../../domain/shapes/faults/kinds.shape.ts";
import { allowedCommands, COMMANDS, type Command, isTerminal, move } from "../../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";
import type { Step, TurnSpec } from "../../../domain/shapes/state/steps.ts";
import { faultOf, type Script } from "../scripted.ts";
import { InterleavedDebate } from "./interleaved.ts";
import { actOutcome, type Dice, failedTurn, questionsAsked, turnFault, turnOutcome } from "./outcomes.ts";

/** Steps of the longest debate, with all the pauses and errors that dice can throw. */
const STEPS = 20_000;

const FAULTS: FaultKind[] = ["network", "invalid_response", "context_overflow", "authentication"];

/** Cancels the work in flight, as the workflow does when the debate has ended. */
const ENDED = new Error("the debate has ended");

class RandomDebate extends InterleavedDebate {
  override take(e: BriefEvent): void {
    assert(!isTerminal(this.state.status) || e.type.startsWith("debate."), `${e.type} after the end`);
    super.take(e);
  }
}

/** What few debates meet. */
export type Rare =
  | "a fallback takes a seat"
  | "a judge or a voter is late after a quorum"
  | "a round is assessed beside the next"
  | "a speaker is late after a quorum";

export function playAtRandom(plan: DebatePlan, roll: Dice) {
  const debate = new RandomDebate(plan, roll);
  const spoken = new Set<string>();
  const done = new Set<string>();
  const needed: SummaryNeed[] = [];
  const met = new Set<Rare>();
  /** A pause cancels what is in flight. */
  let isCut = false;

  /** A command at random: carried out when the table allows it, else nothing changes. */
  const command = () => {
    const { state } = debate;
    const name = COMMANDS[roll(COMMANDS.length)] as Command;
    const stopMode = roll(4) === 0 ? ("abandon" as const) : ("conclude" as const);
    const situation = situationOf(state, { turnsInFlight: debate.turnsInFlight, stopMode });
    const status = move(situation, name);
    assert.equal(allowedCommands(situation).includes(name), status !== null);
    if (status === null) return;
    if (name === "submitAnswers") return answer();
    if (name === "decide") return decide();
    isCut = name === "pause" && roll(2) === 0;
    const { phase, round } = name === "reset" ? { phase: null, round: 0 } : state;
    const owner = status === "concluding" && name === "stop" && !state.endedBy ? { endedBy: "owner" as const } : {};
    debate.emit("debate.status", { status, phase, round, pausing: name === "pause", by: name, ...owner });
    if (status === "cancelled") recordEnd(debate);
  };
  const answer = () => {
    const open = openQuestions(debate.state);
    const answers = open.slice(0, 1 + roll(open.length)).map((questionId) => ({ questionId, answer: "Yes." }));
    debate.emit("clarification.answered", { answers });
  };
  /** One of the options, or the default since the time is up. */
  const decide = () => {
    const { decision } = debate.state;
    if (!decision || standingOf(debate.state, decision.asked.id) !== "open") throw new Error("nothing is asked");
    const { asked } = decision;
    const isLate = roll(4) === 0;
    const option = isLate ? asked.default : (asked.options[roll(asked.options.length)]?.id ?? asked.default);
    const params = option === "replace" ? { params: { model: "demo/other" } } : {};
    const made = { option, ...params, by: isLate ? ("default" as const) : ("owner" as const), at: "" };
    assert(atOnce(carryOutDecision(made, undefined, debate.portsOf(script))));
  };
  /** The next of its fallbacks takes the seat, unless there is no room to store that. */
  const reseat: Ports["reseat"] = ({ participantId, why }) => {
    const { participants } = debate.plan;
    const index = participants.findIndex(({ id }) => id === participantId);
    const before = participants[index];
    if (!before?.fallbacksLeft || roll(6) === 0) return false;
    const { fallbacksLeft, ...seat } = before;
    const after = { ...seat, model: "other", ...(fallbacksLeft > 1 && { fallbacksLeft: fallbacksLeft - 1 }) };
    debate.plan = { ...debate.plan, participants: participants.with(index, after) };
    met.add("a fallback takes a seat");
    replaceModel(debate, { participantId, model: modelId(after), before: modelId(before), why });
    return true;
  };
  const disturb = () => {
    if (roll(8) === 0) command();
    if (isTerminal(debate.state.status)) throw ENDED;
  };
  const isInterrupted = () => isCut && debate.state.pausing;
  const fault = () => faultOf("cut.", FAULTS[roll(FAULTS.length)]);

  const script: Script = {
    takeTurn(turn) {
      debate.turnsInFlight = leftOf(debate.steps.at(-1), turn);
      disturb();
      debate.turnsInFlight = 0;
      if (isInterrupted()) {
        debate.take(turnFault(turn, null));
        return null;
      }
      if (roll(30) === 0) {
        needed.push({ until: { round: turn.round, index: turn.index }, participantId: turn.participantId });
        return null;
      }
      if (roll(10) === 0) debate.take(turnFault(turn, 1_000));
      const quorum = quorumReached(debate.plan, debate.state);
      if (roll(quorum ? 3 : 25) === 0) {
        // Some turns have not begun when the round's time is up.
        if (roll(2) === 0) debate.take(turnFault(turn, null));
        if (quorum) met.add("a speaker is late after a quorum");
        return lateFault({ limitMs: 60_000, retryCount: 0, ...(quorum && { quorum }) });
      }
      if (roll(12) === 0) {
        debate.take(turnFault(turn, null));
        return fault();
      }
      assert(!spoken.has(turn.id), `${turn.id} was spoken`);
      spoken.add(turn.id);
      debate.take(turnOutcome(turn, roll));
      return null;
    },
    perform(act) {
      disturb();
      if (isInterrupted()) return null;
      assert(!done.has(act.id), `${act.id} was done`);
      const bench = benchWithQuorum(debate.plan, debate.state, act.id);
      if (bench && !bench.hasAnswered && bench.there >= bench.quorum.count && roll(3) === 0) {
        met.add("a judge or a voter is late after a quorum");
        return lateOnBench(bench, 0);
      }
      if (act.by !== "service" && roll(12) === 0) return fault();
      done.add(act.id);
      debate.take(actOutcome(act, debate.state, roll));
      return null;
    },
    closeTurn: (turn) => debate.take(failedTurn(turn)),
    reseat,
    gatherQuestions(iteration) {
      const total = debate.state.clarification?.total ?? 0;
      debate.take(questionsAsked({ kind: "gatherQuestions", iteration }, total, roll));
    },
    awaitAnswers() {
      if (roll(3) > 0) answer();
      else command();
      return debate.state.status === "clarifying" && openQuestions(debate.state).length > 0 && roll(4) === 0;
    },
    beginTwin: () => debate.emit("twin.started", { twinId: "" }),
    awaitTwin() {
      disturb();
      if (!isInterrupted()) debate.emit("twin.ended", { twinId: "" });
    },
    rest: disturb,
    neededSummaries: () => needed.splice(0),
  };

  /** What it does in a status in which it waits. */
  function wait(): void {
    const { status } = debate.state;
    if (status === "validating")
      return roll(6) === 0
        ? transition(debate, "rejected", { problems: [{ pointer: "/topic", detail: "no" }] })
        : transition(debate, "passed", { problems: [] });
    if (status === "configuring") return roll(4) === 0 ? expire() : transition(debate, "validate");
    if (status === "ready") return transition(debate, "start");
    if (status === "error" && roll(20) === 0) return expire();
    if (status === "awaiting_decision" && roll(3) > 0) return decide();
    return command();
  }
  const expire = () => {
    transition(debate, "expired");
    recordEnd(debate);
  };

  function live(): void {
    disturb();
    if (debate.state.pausing && debate.state.status !== "awaiting_decision") return transition(debate, "settled");
    if (!KINDS[debate.state.status]) return wait();
    requireLegal(debate.plan, debate.state, next(debate.plan, debate.state));
    debate.step(script);
  }

  transition(debate, "validate");
  for (let n = 0; !isTerminal(debate.state.status); n++) {
    if (n > STEPS) throw new Error(`no end in sight: ${debate.state.status}, round ${debate.state.round}`);
    try {
      live();
    } catch (error) {
      if (error !== ENDED) throw error;
    }
  }
  if (debate.steps.some((step) => step.kind === "turns" && step.beside)) met.add("a round is assessed beside the next");
  return { state: debate.state, events: debate.events, met };
}

/** How many turns of a step are in flight when this one is taken. */
function leftOf(step: Step | undefined, turn: TurnSpec): number {
  return step?.kind === "turns" && step.order === "parallel" ? step.turns.length - step.turns.indexOf(turn) : 1;
}

const KINDS: Partial<Record<DebateState["status"], Step["kind"][]>> = {
  initializing: ["prepare", "initialized"],
  clarifying: ["acts", "gatherQuestions", "awaitAnswers", "clarified"],
  running: ["beginTwin", "beginRound", "turns", "acts", "skip", "endRound", "awaitTwin", "conclude"],
  concluding: ["acts", "skip", "awaitTwin", "conclude"],
};

/** By `assert`, since it is asked of every step of thousands of debates: `expect` would take most of their time. */
function requireLegal(plan: DebatePlan, state: DebateState, step: Step): void {
  const ids = plan.participants.map(({ id }) => id);
  assert(KINDS[state.status]?.includes(step.kind), `${step.kind} in ${state.status}`);
  if (step.kind === "beginRound") assert.equal(step.round, state.round + 1);
  if (step.kind === "beginRound") assert(step.round <= plan.maxRounds);
  const turns = step.kind === "turns" ? step.turns : step.kind === "conclude" && step.turn ? [step.turn] : [];
  if (step.kind === "turns") assert(turns.length > 0 && !state.roundTimedOut);
  for (const turn of turns) {
    assert(ids.includes(turn.participantId));
    assert.notEqual(state.participants.find((p) => p.id === turn.participantId)?.status, "failed");
    assert.equal(turn.round, state.round);
    assert(!state.taken.includes(turn.index), `turn ${turn.index} was taken`);
    assert(turn.sees.count <= state.wholeTurns);
  }
  const acts = step.kind === "acts" ? step.acts : step.kind === "conclude" || step.kind === "prepare" ? [step.act] : [];
  for (const { by, id } of acts) {
    if (by === "judge") assert(!state.skipped?.includes(id), `${id} was skipped`);
    if (by === "judge") assert(plan.judge !== null);
    else if (typeof by !== "string") assert(ids.includes(by.participantId));
  }
}

/**
 * The only place that knows how a step of a debate is carried out: which phases and rounds it opens and closes, what is
 * done at the same time, when the budget is asked, and what a failure leads to. `Ports` does what differs between a
 * workflow, an estimate and a test.
 */

import { all, type Work, wait } from "../base/work.ts";
import { openQuestions } from "../rules/clarifications/clarifications.rules.ts";
import { skipsRounds } from "../rules/protocols/control-arm.protocol.ts";
import { stepAfterResult } from "../rules/protocols/output.protocol.ts";
import { isOfPanel } from "../shapes/facts.shape.ts";
import { picked } from "../shapes/plan/picked.ts";
import type { EndedBy } from "../shapes/schemas/result.schema.ts";
import { billedOf, spendSince, totalOf } from "../shapes/state/costs.state.ts";
import type { ActSpec, Step, TurnSpec } from "../shapes/state/steps.ts";
import { verdictId } from "../shapes/turn-ids.ts";
import { contextSummaryAct } from "./context/summary-act.ts";
import { mendAll, withoutSpoilt } from "./faults/mend.ts";
import { skip } from "./faults/remedies.ts";
import { giveUpLate } from "./faults/round-timeout.ts";
import { goesOn, perform, performOrSkip, takeBeside, takeTurn, WITHOUT_JUDGE } from "./making.play.ts";
import { endTwin, enterPhase, leavePhase, recordEnd, transition } from "./state/moves.ts";
import type { Ports } from "./state/ports.play.ts";

type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/** Carries out what `next` returned. Afterwards `next` is asked again, whatever came of it. */
export function* interpret(step: Step, ports: Ports): Work<void> {
  const { debate } = ports;
  switch (step.kind) {
    case "prepare":
      yield* prepare(step.act, ports);
      break;
    case "initialized":
      transition(debate, "initialized");
      // Readers see it at once, even when the first turn waits for a worker or a rate limit.
      yield* wait(ports.publish());
      break;
    case "beginRound":
      yield* beginRound(step, ports);
      break;
    case "turns":
      yield* takeTurns(step, ports);
      break;
    case "acts":
      yield* performActs(step, ports);
      break;
    case "skip":
      skip(ports.debate, step.act, step.why);
      break;
    case "gatherQuestions":
      yield* wait(ports.gatherQuestions(step.iteration));
      break;
    case "awaitAnswers":
      yield* awaitAnswers(step, ports);
      break;
    case "clarified":
      leavePhase(debate);
      transition(debate, "clarified", { phase: null });
      break;
    case "beginTwin":
      yield* wait(ports.beginTwin());
      break;
    case "awaitTwin":
      yield* awaitTwin(step, ports);
      break;
    case "endRound":
      endRound(step, ports);
      break;
    case "conclude":
      yield* conclude(step, ports);
  }
}

function* prepare(act: ActSpec, ports: Ports): Work<void> {
  if (!(yield* wait(ports.admit({ acts: [act] })))) return;
  yield* mendAll([yield* perform(act, null, ports)], "initializing", ports);
}

function* beginRound({ round, afterMs }: StepOf<"beginRound">, ports: Ports): Work<void> {
  const { debate } = ports;
  if (afterMs > 0) {
    yield* wait(ports.rest(afterMs));
    if (!goesOn(ports, "running")) return;
  }
  leavePhase(debate);
  debate.emit("round.started", { round });
}

function* takeTurns(step: StepOf<"turns">, ports: Ports): Work<void> {
  const turns = step.order === "parallel" ? step.turns : step.turns.slice(0, 1);
  const { beside } = step;
  if (!(yield* wait(ports.admit({ turns, ...(beside && { acts: beside }) })))) return;
  enterPhase(ports.debate, step.phase, step.expected);
  const taking = all(turns.map((turn) => takeTurn(turn, ports)));
  const { taken, made } = beside ? yield* takeBeside(beside, taking, ports) : { taken: yield* taking, made: [] };
  yield* mendAll(yield* giveUpLate(taken, step.turns, ports), "running", ports);
  yield* mendAll(made, "running", ports);
  yield* summarizeContext(ports);
}

function* performActs({ phase, acts }: StepOf<"acts">, ports: Ports): Work<void> {
  if (!(yield* wait(ports.admit({ acts })))) return;
  enterPhase(ports.debate, phase, acts.length);
  const { status } = ports.debate.state;
  const made = yield* all(acts.map((act) => performOrSkip(act, ports)));
  // Stopped meanwhile, the debate concludes without these acts.
  const isPanels = acts.every(({ name }) => isOfPanel(name));
  yield* mendAll(isPanels ? withoutSpoilt(made, ports) : made, status, ports);
  yield* summarizeContext(ports);
}

/** Makes the summary without which calls were not made; the protocol asks for those calls again. */
function* summarizeContext(ports: Ports): Work<void> {
  const { plan, state } = ports.debate;
  const act = contextSummaryAct(plan, state, ports.neededSummaries());
  if (act && (yield* wait(ports.admit({ acts: [act] })))) yield* performOrSkip(act, ports);
}

function* awaitAnswers({ timeoutMs }: StepOf<"awaitAnswers">, ports: Ports): Work<void> {
  const { debate } = ports;
  enterPhase(debate, "awaiting_answers", debate.state.clarification?.batch.length ?? 0);
  if (!(yield* wait(ports.awaitAnswers(timeoutMs)))) return;
  const answers = openQuestions(debate.state).map((questionId) => ({ questionId, answer: null }));
  debate.emit("clarification.answered", { answers });
}

/** Its owner, who ends a debate early, does not wait for the other. */
function* awaitTwin(step: StepOf<"awaitTwin">, ports: Ports): Work<void> {
  const { debate } = ports;
  leavePhase(debate);
  endRounds(step, ports);
  if (step.endedBy === "owner") endTwin(debate, "its owner ended the debate");
  else yield* wait(ports.awaitTwin());
}

function endRounds(step: StepOf<"awaitTwin" | "conclude">, { debate }: Ports): void {
  const ended = picked(step, ["endedBy", "convergedBy"]);
  if (debate.state.status === "running") transition(debate, "roundsOver", { phase: null, ...ended });
}

function endRound({ round }: StepOf<"endRound">, { debate }: Ports): void {
  leavePhase(debate);
  const spent = spendSince(totalOf(debate.state), debate.state.spentBeforeRound);
  debate.emit("round.completed", { round, ...billedOf(spent) });
}

/** The closing turn first, then the ballots, then the conclusion, then the act that makes the result of them. */
function* conclude(step: StepOf<"conclude">, ports: Ports): Work<void> {
  const { endedBy, turn, ballots, beside = [], conclusion, act } = step;
  const { debate } = ports;
  leavePhase(debate);
  endRounds(step, ports);
  if (debate.state.wholeTurns === 0 && !skipsRounds(debate.plan, debate.state)) {
    transition(debate, "nothingToConclude");
    recordEnd(debate, "no turn was whole, so there was nothing to rule on");
    return;
  }
  if (turn && !(yield* closeWith(turn, ports))) return;
  if (ballots) yield* castBallots({ ballots, beside, endedBy }, ports);
  else if (conclusion) yield* writeConclusion(conclusion, endedBy, ports);
  else if (!debate.state.result) yield* makeResult(act, endedBy, ports);
  if (ballots || conclusion || !debate.state.result || !goesOn(ports, "concluding")) return;
  const more = stepAfterResult(debate.plan, debate.state);
  // Once it is done, or given up, the protocol concludes again.
  if (more) {
    yield* performActs(more, ports);
    return;
  }
  transition(debate, "concluded");
  recordEnd(debate);
}

/** The debate ends without one rather than wait for its owner. */
function* writeConclusion(act: ActSpec, endedBy: EndedBy, ports: Ports): Work<void> {
  if (!(yield* wait(ports.admit({ acts: [act] })))) return;
  enterPhase(ports.debate, "concluding", 1);
  yield* performOrSkip(act, ports, endedBy);
  yield* summarizeContext(ports);
}

function* makeResult(act: ActSpec, endedBy: EndedBy, ports: Ports): Work<void> {
  if (!(yield* wait(ports.admit({ acts: [act] })))) return;
  yield* mendAll([yield* perform(act, endedBy, ports)], "concluding", ports);
  yield* summarizeContext(ports);
}

/** True when the last turn was taken and the conclusion can follow. */
function* closeWith(turn: TurnSpec, ports: Ports): Work<boolean> {
  const { debate } = ports;
  if (!(yield* wait(ports.admit({ turns: [turn] })))) return false;
  enterPhase(debate, "synthesizing", 1);
  const taken = yield* takeTurn(turn, ports);
  if (taken.fault && debate.state.status === "concluding") {
    yield* mendAll([taken], "concluding", ports);
    return false;
  }
  yield* summarizeContext(ports);
  leavePhase(debate);
  return !taken.fault && debate.state.taken.includes(turn.index) && goesOn(ports, "concluding");
}

interface Casting {
  ballots: ActSpec[];
  beside: ActSpec[];
  endedBy: EndedBy;
}

/** All at the same time: no ballot knows of another. */
function* castBallots({ ballots, beside, endedBy }: Casting, ports: Ports): Work<void> {
  const { debate } = ports;
  const verdict = { id: verdictId(debate.state.generation), name: "countBallots" as const };
  if (debate.state.withoutJudge) {
    skip(debate, verdict, WITHOUT_JUDGE);
    return;
  }
  const acts = [...ballots, ...beside];
  if (!(yield* wait(ports.admit({ acts })))) return;
  enterPhase(debate, "balloting", acts.length);
  const made = yield* all(acts.map((act) => performOrSkip(act, ports, endedBy)));
  // Their fault is mended once, for the verdict.
  yield* mendAll(withoutSpoilt(made, ports).slice(0, 1), "concluding", ports);
  yield* summarizeContext(ports);
}

/**
 * Goes through a debate by the rules of its own protocol, without a model: which calls would be made. The interpreter's
 * ports assume the outcomes of a case, so a new format needs nothing here.
 */

import { atOnce } from "../../base/work.ts";
import { initialState } from "../../rules/protocols/initial-state.ts";
import { actsAfterResult } from "../../rules/protocols/output.protocol.ts";
import { next } from "../../rules/protocols/registry.protocol.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, Step, TurnSpec } from "../../shapes/state/steps.ts";
import { roundOf } from "../../shapes/turn-ids.ts";
import { AT, eventOf } from "../assumptions/assumed.ts";
import type { Case } from "../assumptions/cases.ts";
import { toBrief } from "../events/brief.events.ts";
import { type BriefEvent, type DraftEvent } from "../events/events.ts";
import { interpret } from "../interpret.ts";
import type { OngoingDebate, Ports } from "../state/ports.play.ts";
import { reduce } from "../state/reduce.ts";
import { actOutcome, questionsAsked, turnOutcome } from "./outcomes.ts";

export interface Visitor {
  /** Returns the tokens that the turn says. It is shown to others once the step is over. */
  turn(turn: TurnSpec, state: DebateState): number;
  /** Returns the tokens of the answer. */
  act(act: ActSpec, state: DebateState): number;
  endStep(state: DebateState): void;
}

/** Yields after each step: a long debate takes a while, and its caller may have other work. */
export function* walk(debate: { plan: DebatePlan; config: DebateConfig; of: Case }, visitor: Visitor): Generator<void> {
  const { plan } = debate;
  const ongoing = new AssumedDebate(plan);
  const ports = assumingPorts(ongoing, { ...debate, visitor });
  for (let isOver = false; !isOver; ) {
    const step = next(plan, ongoing.state);
    ongoing.step = step;
    atOnce(interpret(step, ports));
    visitor.endStep(ongoing.state);
    yield;
    // After ballots or a conclusion, the same step comes again without them.
    isOver = step.kind === "conclude" && !step.ballots && !step.conclusion;
  }
  for (const act of actsAfterResult(plan, ongoing.state)) {
    visitor.act(act, ongoing.state);
    visitor.endStep(ongoing.state);
  }
}

class AssumedDebate implements OngoingDebate {
  readonly turnsInFlight = 0;
  readonly plan: DebatePlan;
  state: DebateState;
  /** The one under way. */
  step: Step | null = null;

  constructor(plan: DebatePlan) {
    this.plan = plan;
    this.state = { ...initialState(plan), status: "initializing" };
  }

  now(): number {
    return 0;
  }

  emit: OngoingDebate["emit"] = (type, data) => this.take(toBrief({ type, at: AT, data } as DraftEvent));

  take(event: BriefEvent): void {
    this.state = reduce(this.state, event);
  }
}

function assumingPorts(
  debate: AssumedDebate,
  { config, of, visitor }: { config: DebateConfig; of: Case; visitor: Visitor },
): Ports {
  return {
    debate,
    takeTurn(turn) {
      // Turns one after the other may be one step, beside an assessment.
      if (debate.step?.kind === "turns" && debate.step.order === "sequential") visitor.endStep(debate.state);
      debate.take(turnOutcome(turn, { of, said: visitor.turn(turn, debate.state), question: debate.plan.question }));
      return null;
    },
    perform(act) {
      const state = { ...debate.state, round: roundOf(act.id, debate.state.round) };
      for (const event of actOutcome({ act, config, state, of }, visitor.act(act, state))) debate.take(event);
      return null;
    },
    gatherQuestions(iteration) {
      debate.take(questionsAsked({ kind: "gatherQuestions", iteration }, { config, state: debate.state, of }));
    },
    beginTwin: () => debate.take(eventOf("twin.started", { twinId: "" })),
    awaitTwin: () => debate.take(eventOf("twin.ended", { twinId: "" })),
    // Nobody answers in time.
    awaitAnswers: () => true,
    admit: () => true,
    closeTurn: () => {},
    reseat: () => false,
    rest: () => {},
    publish: () => {},
    neededSummaries: () => [],
  };
}

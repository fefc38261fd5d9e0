/** A debate of pure steps: the interpreter carries them out, over ports that a test scripts. */

import { atOnce, type Work } from "../../domain/base/work.ts";
import { toBrief } from "../../domain/play/events/brief.events.ts";
import { type BriefEvent, type DraftEvent, type EventPayloads } from "../../domain/play/events/events.ts";
import { interpret } from "../../domain/play/interpret.ts";
import { transition } from "../../domain/play/state/moves.ts";
import type { OngoingDebate, Ports } from "../../domain/play/state/ports.play.ts";
import { reduce } from "../../domain/play/state/reduce.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { next } from "../../domain/rules/protocols/registry.protocol.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import { type Command, move, type Transition } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { DebateState, FaultDetails } from "../../domain/shapes/state/state.ts";
import type { Step } from "../../domain/shapes/state/steps.ts";
import { AT } from "./random/event.ts";

export type Script = Partial<Omit<Ports, "debate">>;

export class ScriptedDebate implements OngoingDebate {
  plan: DebatePlan;
  readonly events: BriefEvent[] = [];
  /** In the order in which they were carried out. */
  readonly steps: Step[] = [];
  state: DebateState;
  turnsInFlight = 0;

  constructor(plan: DebatePlan, state: DebateState = initialState(plan)) {
    this.plan = plan;
    this.state = state;
  }

  now(): number {
    return 0;
  }

  emit: OngoingDebate["emit"] = (type, data) => this.take(toBrief({ type, at: AT, data } as DraftEvent));

  take(e: BriefEvent): void {
    this.events.push(e);
    this.state = reduce(this.state, e);
  }

  /** Starts it, with nothing to prepare. */
  begin(): void {
    transition(this, "validate");
    transition(this, "passed", { problems: [] });
    transition(this, "start");
    transition(this, "initialized");
  }

  /** Asks the protocol for the next step and carries it out. A port without a script throws. */
  step(script: Script): Step {
    const step = next(this.plan, this.state);
    this.steps.push(step);
    this.run(interpret(step, this.portsOf(script)));
    return step;
  }

  protected run(work: Work<void>): void {
    atOnce(work);
  }

  portsOf(script: Script): Ports {
    return { ...UNSCRIPTED, ...script, debate: this };
  }

  /** A command, or a fault. False when the lifecycle does not allow it; nothing changes then. */
  command(on: Command | Transition, more: Partial<EventPayloads["debate.status"]> = {}): boolean {
    const { phase, round } = this.state;
    const status = move(situationOf(this.state, { stopMode: "conclude" }), on);
    if (!status) return false;
    this.emit("debate.status", { status, phase, round, pausing: on === "pause", by: on, ...more });
    return true;
  }
}

const never = (name: string) => (): never => {
  throw new Error(`the test has no script for ${name}`);
};

const UNSCRIPTED: Omit<Ports, "debate"> = {
  takeTurn: never("takeTurn"),
  perform: never("perform"),
  gatherQuestions: never("gatherQuestions"),
  beginTwin: never("beginTwin"),
  awaitTwin: never("awaitTwin"),
  awaitAnswers: never("awaitAnswers"),
  closeTurn: never("closeTurn"),
  reseat: never("reseat"),
  admit: () => true,
  rest: () => {},
  publish: () => {},
  neededSummaries: () => [],
};

/** A fault beyond its retries. */
export function faultOf(message: string, kind: FaultDetails["kind"] = "network"): FaultDetails {
  return { kind, message, retryable: true, retryCount: 3, suggestion: "" };
}

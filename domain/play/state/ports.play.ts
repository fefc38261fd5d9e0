/** What the interpreter needs of its surroundings: durable calls in a workflow, assumptions in an estimate, scripts in a test. */

import type { SummaryNeed } from "../../shapes/context/horizon.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState, FaultDetails } from "../../shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../shapes/state/steps.ts";
import type { EventPayloads, EventType } from "../events/events.ts";

/** A debate under way. */
export interface OngoingDebate {
  readonly plan: DebatePlan;
  readonly state: DebateState;
  /** Calls of turns that are being made. */
  readonly turnsInFlight: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Records an event, which changes the state. */
  emit<T extends EventType>(type: T, data: EventPayloads[T]): void;
}

/** The calls of a step. */
export interface StepCalls {
  turns?: TurnSpec[];
  acts?: ActSpec[];
}

type MaybePromise<T> = T | Promise<T>;

/** Turns and acts return the fault that is beyond its retries. Null: done, or the protocol asks for it again. */
export interface Ports {
  debate: OngoingDebate;
  takeTurn(turn: TurnSpec): MaybePromise<FaultDetails | null>;
  /** `endedBy` of the acts that conclude the debate. */
  perform(act: ActSpec, endedBy: EndedBy | null): MaybePromise<FaultDetails | null>;
  /** Reserves the budget of calls. False: they may not be made, and the protocol is asked again. */
  admit(calls: StepCalls): MaybePromise<boolean>;
  /** Records a failed turn with what it had said. */
  closeTurn(turn: TurnSpec): MaybePromise<void>;
  /** The next of its fallbacks takes a participant's seat. False: none can. */
  reseat(who: { participantId: string; why: string }): MaybePromise<boolean>;
  /** Merges the collected questions and records them. */
  gatherQuestions(iteration: number): MaybePromise<void>;
  /** Creates the twin debate and starts it. */
  beginTwin(): MaybePromise<void>;
  /** Waits until it is over, or something else comes first. */
  awaitTwin(): MaybePromise<void>;
  /** True when the time is over and questions are still open. */
  awaitAnswers(timeoutMs: number | null): MaybePromise<boolean>;
  /** Rests between rounds, until something else comes first. */
  rest(ms: number): MaybePromise<void>;
  /** Makes readers see what was recorded. */
  publish(): MaybePromise<void>;
  /** Takes the summaries that calls have asked for. */
  neededSummaries(): SummaryNeed[];
}

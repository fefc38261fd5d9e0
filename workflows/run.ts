/**
 * One run of a debate as the workflow holds it: the state, and the events that are not yet in the log. Events that the
 * workflow makes ride in its next activity; what an activity wrote itself is only absorbed.
 */
import { workflowInfo } from "@temporalio/workflow";
import type { DraftEvent, EventPayloads, EventType } from "../domain/events.ts";
import type { DebatePlan, DebateState, SummaryNeed } from "../domain/plan.ts";
import { initialState, reduce } from "../domain/state.ts";
import type { Publication } from "../activities/index.ts";
import type { Stream } from "./interruptions.ts";
import type { DebateInput } from "./messages.ts";

interface Pending {
  key: string;
  /** The log's head when the event was made: its key can not stand at or below it. */
  since: number;
  event: DraftEvent;
}

export class DebateRun {
  readonly plan: DebatePlan;
  state: DebateState;
  version: number;
  turnsInFlight = 0;
  /** Indexes of the round's turns that have begun. */
  readonly inFlight = new Set<number>();
  /** Model calls that a pause may cut short. */
  readonly streams = new Set<Stream>();
  /** Summaries that calls have asked for. */
  readonly needed: SummaryNeed[] = [];
  hasWebhook: boolean;
  /** Questions whose answers are on their way into the store. */
  readonly answering = new Set<string>();
  /** A decision is being made: its failed turn is on its way into the store, or its model is looked up. */
  deciding = false;
  private eventCount: number;
  private head: number;
  private outbox: Pending[] = [];

  constructor({ plan, carried }: DebateInput) {
    this.plan = plan;
    this.state = carried?.state ?? initialState(plan);
    // A draft's first event tells what its META says already.
    this.version = carried?.version ?? (plan.draft ? 0 : 1);
    this.eventCount = carried?.eventCount ?? 0;
    this.head = carried?.head ?? 0;
    this.hasWebhook = plan.webhook ?? carried?.webhook ?? false;
  }

  /** Something happened that only the workflow knows: it changes the state and waits for its place in the log. */
  emit<T extends EventType>(type: T, data: EventPayloads[T]): void {
    const event = { type, at: new Date().toISOString(), data } as DraftEvent;
    this.eventCount += 1;
    this.outbox.push({ key: `w/${this.eventCount}`, since: this.head, event });
    this.absorb(event);
  }

  /** An event that an activity has already written. */
  absorb(event: DraftEvent): void {
    this.state = reduce(this.state, event);
    this.version += 1;
  }

  /** Whoever holds the plan holds this one object, so it changes in place. */
  replan(plan: DebatePlan): void {
    const durations = Object.assign(this.plan.durations, plan.durations);
    for (const name of Object.keys(this.plan)) if (!(name in plan)) Reflect.deleteProperty(this.plan, name);
    Object.assign(this.plan, plan, { durations });
  }

  hasUnpublished(): boolean {
    return this.outbox.length > 0;
  }

  /** Which debate it is for activities, and a place in its log below all that is not in it yet. */
  place(): Pick<Publication, "debate" | "since"> {
    const { tenant, debateId } = this.plan;
    const { revision, generation } = this.state;
    return {
      debate: { tenant, debateId, ...(revision && { revision }), ...(generation > 1 && { generation }) },
      since: this.outbox[0]?.since ?? this.head,
    };
  }

  /** What rides in the next activity. Assessments stay out: they grow with the rounds and have items of their own. */
  publication(): Publication {
    return {
      ...this.place(),
      events: this.outbox.map(({ key, event }) => ({ key, event })),
      version: this.version,
      state: { ...this.state, assessments: [] },
    };
  }

  /** The log holds what this publication carried, and reaches at least to `head`. */
  published(publication: Publication, head: number): void {
    const done = new Set(publication.events.map((e) => e.key));
    this.outbox = this.outbox.filter((pending) => !done.has(pending.key));
    this.head = Math.max(this.head, head);
  }

  /** For the next run, when this one continues as new. */
  carry(): DebateInput {
    const { plan, state, version, eventCount, head, hasWebhook } = this;
    return { plan, carried: { state, version, eventCount, head, ...(hasWebhook && { webhook: true }) } };
  }
}

/** The history has grown so long that the debate should go on in a new run. */
export function tooLong(run: DebateRun): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > run.plan.continueAfterEvents;
}

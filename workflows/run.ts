/**
 * One run of a debate as the workflow holds it: the state, and the events that are not yet in the log. Events that the
 * workflow makes ride in its next activity; what an activity wrote itself is only absorbed.
 */
import { workflowInfo } from "@temporalio/workflow";
import type { Publication } from "../activities/index.ts";
import { ATTEMPTS, addAmount, sumOf, times } from "../domain/budget/ledger.ts";
import type { KnownAttempt } from "../domain/budget/settlement.ts";
import type { DebateState, SummaryNeed } from "../domain/debate-state.ts";
import { identityKey } from "../domain/event-keys.ts";
import type { DraftEvent, EventPayloads, EventType } from "../domain/events.ts";
import { isTerminal } from "../domain/lifecycle.ts";
import type { Amount, DebatePlan } from "../domain/plan.ts";
import { initialState, reduce } from "../domain/state.ts";
import { type Times, withTimes } from "../domain/timestamps.ts";
import type { Stream } from "./interruptions.ts";
import type { DebateInput } from "./messages.ts";

interface Pending {
  key: string;
  /** The log's head when the event was made: its key can not stand at or below it. */
  since: number;
  event: DraftEvent;
}

/** A client sends a command again within its deadline of seconds; the oldest are forgotten. */
const MOST_SEEN = 200;
/** Of a call in flight. */
export interface Reservation {
  /** One attempt at the most. */
  worst: Amount;
  /** The number of the last attempt before it. */
  earlier: number;
  told: KnownAttempt[];
  /** It says in the log when it begins; other acts do not. */
  isTurn: boolean;
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
  /** Ids of the updates that were carried out, oldest first. */
  private readonly seen: Set<string>;
  /** Under a budget: what is reserved for calls in flight, and for the conclusion. */
  readonly reservations = new Map<string, Reservation>();
  ringFence: Amount = { costMicroUsd: 0, tokens: 0 };
  /** Acts whose attempts go on from one reservation to the next: a log id below all of their failures. */
  readonly retrying: Record<string, number>;
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
    this.seen = new Set(carried?.seen);
    this.retrying = { ...carried?.retrying };
    this.hasWebhook = plan.webhook ?? carried?.webhook ?? false;
  }

  /**
   * Something happened that only the workflow knows: it changes the state and waits for its place in the log. `identity`
   * is of an event that must not come twice, whatever a task that is played again makes of the order of commands.
   */
  emit<T extends EventType>(type: T, data: EventPayloads[T], identity?: string): void {
    const event = { type, at: new Date().toISOString(), data } as DraftEvent;
    this.eventCount += 1;
    const key = identity === undefined ? `w/${this.eventCount}` : identityKey(identity);
    this.outbox.push({ key, since: this.head, event });
    this.absorb(event);
  }

  /** An event that an activity has already written. */
  absorb(event: DraftEvent): void {
    this.note(event);
    this.state = reduce(this.state, event);
    this.version += 1;
  }

  /** An update of this id was carried out, perhaps in an earlier run. */
  hasSeen(updateId: string | undefined): boolean {
    return updateId !== undefined && this.seen.has(updateId);
  }

  saw(updateId: string | undefined): void {
    if (updateId !== undefined) this.seen.add(updateId);
    const [oldest] = this.seen;
    if (this.seen.size > MOST_SEEN && oldest !== undefined) this.seen.delete(oldest);
  }

  /** What the log tells of attempts at a call that is reserved. */
  private note({ type, data }: DraftEvent): void {
    if (type !== "turn.failed" && type !== "judge.failed") return;
    const { attempt, usage, costUsd, unsettled } = data;
    const tokens = usage.inputTokens + usage.outputTokens;
    const known = { costMicroUsd: Math.round((costUsd ?? 0) * 1_000_000), tokens };
    const isUnknown = unsettled === true || (costUsd === null && tokens === 0);
    const id = type === "turn.failed" ? data.turnId : data.actId;
    this.reservations.get(id)?.told.push({ attempt, known, unsettled: isUnknown });
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
      state: { ...this.state, assessments: [], ...this.reserved() },
    };
  }

  private reserved(): Pick<DebateState, "reserved"> {
    if (!this.plan.budget || this.state.result || isTerminal(this.state.status)) return {};
    const calls = [...this.reservations.values()].map(({ worst }) => times(ATTEMPTS, worst));
    return { reserved: addAmount(this.ringFence, sumOf(calls)) };
  }

  /**
   * The log holds what this publication carried, and reaches at least to `head`; `otherTimes` are those that it has
   * otherwise than the state, of a worker that died while it published.
   */
  published(publication: Publication, head: number, otherTimes?: Times): void {
    const done = new Set(publication.events.map((e) => e.key));
    this.outbox = this.outbox.filter((pending) => !done.has(pending.key));
    this.head = Math.max(this.head, head);
    if (!otherTimes) return;
    this.state = withTimes(this.state, otherTimes);
    this.version += 1;
  }

  /** For the next run, when this one continues as new. */
  carry(): DebateInput {
    const { plan, state, version, eventCount, head, hasWebhook, seen, retrying } = this;
    const more = {
      ...(hasWebhook && { webhook: true as const }),
      ...(seen.size > 0 && { seen: [...seen] }),
      ...(Object.keys(retrying).length > 0 && { retrying }),
    };
    return { plan, carried: { state, version, eventCount, head, ...more } };
  }
}

/** The history has grown so long that the debate should go on in a new run. */
export function tooLong(run: DebateRun): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength > run.plan.continueAfterEvents;
}

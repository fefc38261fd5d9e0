/**
 * One run of a debate in the workflow: the state, and the events that are not yet in the log. The next activity carries
 * events that the workflow made. Events that an activity wrote itself are only absorbed.
 */
import type { Home } from "../../activities/base/home.activity-base.ts";
import type { Publication } from "../../activities/index.ts";
import { NOTHING } from "../../domain/play/budget/ledger.budget.ts";
import { Reservations } from "../../domain/play/budget/reservations.ts";
import { toBrief } from "../../domain/play/events/brief.events.ts";
import {
  type BriefEvent,
  type DraftEvent,
  type EventPayloads,
  type EventType,
} from "../../domain/play/events/events.ts";
import { identityKey, type Moves } from "../../domain/play/events/keys.events.ts";
import type { OngoingDebate } from "../../domain/play/state/ports.play.ts";
import { reduce } from "../../domain/play/state/reduce.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { SummaryNeed } from "../../domain/shapes/context/horizon.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import { asPublished, type Standing } from "../../domain/shapes/state/as-published.ts";
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { withoutTrouble } from "../../domain/shapes/state/troubles.ts";
import { Graces } from "./graces.ts";
import type { DebateInput } from "./messages.workflow-base.ts";
import { RoundClock } from "./round-clock.ts";
import type { Stream } from "./stream.workflow-base.ts";
import { TemporalUi } from "./temporal-ui.ts";

interface Pending {
  key: string;
  /** The log's head when the event was made: its key cannot be at or below it. */
  since: number;
  event: DraftEvent;
}

/** A client repeats a command within seconds, so the oldest ids can be forgotten. */
const MOST_SEEN = 200;

export class DebateRun implements OngoingDebate {
  readonly plan: DebatePlan;
  state: DebateState;
  version: number;
  /** Where Parley's pages are; undefined: unknown. */
  readonly publicUrl: string | undefined;
  readonly ui = new TemporalUi();
  /** Indexes of the round's turns that are being taken. */
  readonly inFlight = new Set<number>();
  /** How long the turns of the round have taken. */
  readonly clock: RoundClock;
  /** The time that others have once a quorum of their bench has answered. */
  readonly graces = new Graces();
  /** Model calls that a pause may cut short, and turns that the limit of a round may. */
  readonly streams = new Set<Stream>();
  /** Summaries that calls need before they can be made. */
  readonly needed: SummaryNeed[] = [];
  hasWebhook: boolean;
  /** The owner's last `validate` said whether to ask the models; undefined: as the plan says. */
  asksModels: boolean | undefined;
  /** Questions whose answers are being stored. */
  readonly answering = new Set<string>();
  /** It waits for its turn in the queue of its tenant. */
  isQueued: boolean;
  /** The worker that makes its model calls; null: any. */
  home: Home | null;
  /** Its turn may have come. */
  isCalled = false;
  /** A decision is being made: its failed turn is being stored, or its model is being checked. */
  deciding = false;
  /** Ids of updates that were carried out, oldest first. */
  private readonly seen: Set<string>;
  readonly reservations = new Reservations();
  /** Calls of models under way. */
  calls = 0;
  /** What calls took that ended after the debate, with attempts whose end is unknown. */
  readonly late = { spend: NO_SPEND, unsettled: NOTHING };
  /** Under a budget: acts that are reserved again for further attempts, each with a log id below all its failures. */
  readonly retrying: Record<string, number>;
  private eventCount: number;
  /** Of the last event; milliseconds since the epoch. */
  private lastTime = 0;
  private readonly moves: Moves;
  private head: number;
  private outbox: Pending[] = [];

  constructor({ plan, carried, queued, publicUrl }: DebateInput) {
    this.plan = plan;
    this.publicUrl = publicUrl;
    this.state = carried?.state ?? initialState(plan);
    // The stored state of a draft contains its first event already.
    this.version = carried?.version ?? (plan.draft ? 0 : 1);
    this.eventCount = carried?.eventCount ?? 0;
    this.moves = { ...carried?.moves };
    this.clock = new RoundClock(carried?.roundTime);
    this.head = carried?.head ?? 0;
    this.seen = new Set(carried?.seen);
    this.retrying = { ...carried?.retrying };
    this.asksModels = carried?.asksModels;
    this.isQueued = queued ?? carried?.queued ?? false;
    this.home = carried?.home ?? null;
    this.hasWebhook = plan.webhook ?? carried?.webhook ?? false;
  }

  get turnsInFlight(): number {
    return this.inFlight.size;
  }

  now(): number {
    return Date.now();
  }

  /**
   * Records an event of the workflow's own: it changes the state, and the next activity writes it to the log. Its key says
   * which event it is where a replayed task, which may change the order of commands, must not record it twice.
   */
  emit<T extends EventType>(type: T, data: EventPayloads[T]): void {
    const event = { type, at: this.nextTime(), data } as DraftEvent;
    this.eventCount += 1;
    const { moves, head: since } = this;
    const key = identityKey(event, { generation: this.state.generation, moves }) ?? `w/${this.eventCount}`;
    if (event.type === "debate.status") moves[event.data.by] = (moves[event.data.by] ?? 0) + 1;
    this.outbox.push({ key, since, event });
    this.absorb(toBrief(event));
  }

  /** Each event has a time of its own: by its time the state's are found where the log has others (`published`). */
  private nextTime(): string {
    this.lastTime = Math.max(Date.now(), this.lastTime + 1);
    return new Date(this.lastTime).toISOString();
  }

  /** An event that an activity has already written. */
  absorb(event: BriefEvent): void {
    this.reservations.note(event);
    this.state = reduce(this.state, event);
    this.version += 1;
  }

  /** A turn or act is asked for again. Its activity writes the event of it, which the workflow does not wait for. */
  goesOn(id: string): void {
    this.state = withoutTrouble(this.state, id);
  }

  /** An update with this id was carried out, perhaps in an earlier run. */
  hasSeen(updateId: string | undefined): boolean {
    return updateId !== undefined && this.seen.has(updateId);
  }

  saw(updateId: string | undefined): void {
    if (updateId !== undefined) this.seen.add(updateId);
    const [oldest] = this.seen;
    if (this.seen.size > MOST_SEEN && oldest !== undefined) this.seen.delete(oldest);
  }

  /** Others keep references to the plan, so it changes in place. */
  replan(plan: DebatePlan): void {
    const { durations } = this.plan;
    become(durations, plan.durations);
    become(this.plan, { ...plan, durations });
  }

  hasUnpublished(): boolean {
    return this.outbox.length > 0;
  }

  /** The debate's key for activities, and a log id below all that is unpublished. */
  place(): Pick<Publication, "debate" | "since"> {
    const { tenant, debateId } = this.plan;
    const { revision, generation } = this.state;
    return {
      debate: { tenant, debateId, ...(revision && { revision }), ...(generation > 1 && { generation }) },
      since: this.outbox[0]?.since ?? this.head,
    };
  }

  /** What the next activity carries. Assessments are left out: they grow with the rounds and have items of their own. */
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
    return { reserved: this.reservations.total() };
  }

  /**
   * The log contains this publication, and reaches at least to `head`. A worker that died while it published may have left
   * other times and remarks in the log than the state has: `standing`.
   */
  published(publication: Publication, head: number, standing: Standing = {}): void {
    const done = new Set(publication.events.map((e) => e.key));
    this.outbox = this.outbox.filter((pending) => !done.has(pending.key));
    this.head = Math.max(this.head, head);
    if (!standing.times && !standing.remarks) return;
    this.state = asPublished(this.state, standing);
    this.version += 1;
  }

  /** For the next run, when this one continues as new. */
  carry(): DebateInput {
    const {
      plan,
      state,
      version,
      eventCount,
      head,
      hasWebhook,
      asksModels,
      seen,
      retrying,
      moves,
      isQueued,
      home,
      publicUrl,
    } = this;
    const more = {
      moves,
      ...this.clock.carry(),
      ...(hasWebhook && { webhook: true as const }),
      ...(asksModels !== undefined && { asksModels }),
      ...(isQueued && { queued: true as const }),
      ...(home && { home }),
      ...(seen.size > 0 && { seen: [...seen] }),
      ...(Object.keys(retrying).length > 0 && { retrying }),
    };
    return { plan, ...(publicUrl && { publicUrl }), carried: { state, version, eventCount, head, ...more } };
  }
}

function become<T extends object>(target: T, source: T): void {
  for (const name of Object.keys(target)) if (!(name in source)) Reflect.deleteProperty(target, name);
  Object.assign(target, source);
}

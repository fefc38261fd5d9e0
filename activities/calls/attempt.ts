/**
 * Shared by all activities that call a model: the number of the attempt, earlier failures, heartbeats. A fault is written to
 * the log before Temporal gets it.
 */
import { CancelledFailure, Context } from "@temporalio/activity";
import type { BriefEvent, DraftEvent, InterruptedAttempt } from "../../domain/play/events/events.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import { type Billed, billedOf, NO_SPEND, spendOf } from "../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../store/port/log.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type FailureEvent, failureData, failureOf, faultOf, judgeFault } from "../base/failures.ts";
import { isAway } from "../base/own-fault.activity-base.ts";
import type { ActOutcome } from "./outcome.activity.ts";
import { type Publication, write } from "./publish.ts";
import { endWait, noteWait } from "./waits.activity.ts";

export interface ActInput {
  publication: Publication;
  /** Attempts that earlier tries of this act have used up (a `retry` of its owner starts a new activity). */
  earlierAttempts: number;
  durations: Durations;
  /** Under a budget: so many billable attempts are reserved. `since`: a log id below all failures that still count. */
  grant?: Grant;
}

export interface Grant {
  attempts: number;
  since: number;
}

export interface Act {
  id: string;
  debate: DebateKey;
  /** From 1, over all tries. */
  attempt: number;
  /** Failures of this activity's earlier attempts, oldest first. */
  failures: FailureEvent[];
  signal: AbortSignal;
  /** Receives what this attempt has bought so far, as soon as it is known. */
  onSpent: (spend: Spend) => void;
  /** Receives the record of what was bought: once the act is reported, that says what it cost. */
  onStored: (record: object) => void;
  /** Events written before the call. The workflow absorbs them however the call ends. */
  noted: BriefEvent[];
  /** An event with the next key of this attempt. */
  keyed(event: DraftEvent): KeyedEvent;
}

/**
 * Runs one attempt of the act `id`. Earlier failures are read from the log, which survives every crash: a fault counts
 * once its event is in the log.
 */
export async function attemptAct(
  deps: ActivityDeps,
  input: ActInput & { id: string; failed(data: ReturnType<typeof failureData>): FailureEvent },
  work: (act: Act) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const { store } = deps;
  const { grant, publication, earlierAttempts } = input;
  const { debate, since } = publication;
  const context = Context.current();
  const first = context.info.attempt === 1 && (!grant || earlierAttempts === 0);
  const failures = first ? [] : await failuresOf(store, { debate, since: grant?.since ?? since, id: input.id });
  const number = earlierAttempts + context.info.attempt;
  const mine = failures.filter((f) => f.data.attempt > earlierAttempts);
  const used = billedSoFar(context.info.attempt, mine);
  if (grant && used >= grant.attempts) {
    const { head } = await write(store, publication);
    return { head, events: mine, preview: "", attempt: number - 1, again: { waitMs: 0 } };
  }
  let spent = NO_SPEND;
  let isStored = false;
  const act: Act = {
    id: input.id,
    debate,
    attempt: number,
    failures,
    signal: context.cancellationSignal,
    onSpent: (spend) => {
      spent = spend;
    },
    onStored: (record) => {
      isStored = true;
      if (isBilled(record)) spent = spendOf(record);
    },
    noted: [],
    keyed: keys(input.id, number),
  };
  const beat = setInterval(() => context.heartbeat(), input.durations.heartbeat);
  try {
    if (number > 1) await endWait(store, debate, input.id);
    const outcome = await work(act);
    return grant ? { ...outcome, attempt: number } : outcome;
  } catch (error) {
    if (act.signal.aborted) throw interruption(context, { attempt: number, spent });
    const fault = faultOf(error);
    if (!fault) throw error;
    const judgement = judgeFault(deps, { fault, earlier: failures });
    // The next attempt reports the record, with its cost. After the last one nobody does.
    if (fault !== error && (!isStored || judgement.waitMs === null)) fault.spend = spent;
    const unsettled = grant && fault.unsettled ? { unsettled: true as const } : {};
    const event = input.failed({ ...failureData(fault, judgement, number), ...unsettled });
    const failed = { debate, since, events: [act.keyed(event)] };
    const { head } = await untilStored(act.signal, () => store.log.append(failed));
    const { waitMs } = judgement;
    if (waitMs !== null) await noteWait(store, publication, event);
    if (grant && waitMs !== null && used + billable(event) >= grant.attempts) {
      const events = [...act.noted, ...mine, event];
      return { head, events, preview: fault.message, attempt: number, again: { waitMs } };
    }
    throw failureOf(fault, judgement, [...act.noted, ...failures, event]);
  } finally {
    clearInterval(beat);
  }
}

function isBilled(record: object): record is Billed {
  return "usage" in record && "costUsd" in record;
}

/** Billable attempts before this one. An attempt without an event was killed, and may have been billed. */
function billedSoFar(attempt: number, failures: FailureEvent[]): number {
  const killed = attempt - 1 - failures.length;
  return failures.reduce((sum, failure) => sum + billable(failure), killed);
}

function billable({ data }: FailureEvent): 0 | 1 {
  const isUnknown = data.unsettled || data.costUsd === null;
  return isUnknown || data.usage.inputTokens + data.usage.outputTokens > 0 ? 1 : 0;
}

/** Reports to the workflow what the attempt that it cancelled has cost. Any other reason of an abort is passed on. */
function interruption(context: Context, { attempt, spent }: { attempt: number; spent: Spend }): unknown {
  if (!context.cancellationDetails?.cancelRequested) return context.cancellationSignal.reason;
  const underWay = spent.calls > 0 ? { unsettled: true as const } : {};
  const interrupted: InterruptedAttempt = { attempt, ...billedOf(spent), ...underWay };
  return new CancelledFailure("interrupted", [interrupted]);
}

function keys(id: string, attempt: number): Act["keyed"] {
  let n = 0;
  return (event) => ({ key: `${id}/${attempt}/${n++}`, event });
}

const failuresOf = async (store: Store, input: AttemptsInput) => (await attemptsOf(store, input)).failures;

interface AttemptsInput {
  debate: DebateKey;
  /** A log id below all of them. */
  since: number;
  /** Of the act. */
  id: string;
}

/** An act's failed attempts, by the log; of a turn also the number of the last attempt that began. */
async function attemptsOf(store: Store, input: AttemptsInput): Promise<{ failures: FailureEvent[]; begun: number }> {
  const { debate, since, id } = input;
  const failures: FailureEvent[] = [];
  let begun = 0;
  for await (const { type, at, data } of eventsAfter(store, debate, since)) {
    if ((type === "turn.started" || type === "turn.restarted") && data.turnId === id)
      begun = Math.max(begun, data.attempt);
    if (type === "turn.failed" && data.turnId === id) failures.push({ type, at, data });
    if (type === "judge.failed" && data.actId === id) failures.push({ type, at, data });
  }
  return { failures, begun };
}

const PAGE = 500;

/** The events of a log so far, page by page. */
export async function* eventsAfter({ log }: Pick<Store, "log">, debate: DebateKey, after: number) {
  for (;;) {
    const { events } = await log.read({ debate, after, limit: PAGE });
    yield* events;
    if (events.length < PAGE) return;
    after = events.at(-1)?.id ?? after;
  }
}

/** Faults of earlier replies, which the next prompt lists. */
export function faultsOf({ failures }: { failures: FailureEvent[] }): { faults?: string[] } {
  const faults = failures.filter((f) => f.data.kind === "invalid_response").map((f) => f.data.message);
  return faults.length > 0 ? { faults } : {};
}

/** Reads an act's attempts from the log, for a workflow whose last attempt ended without a report. */
export const readAttempts =
  ({ store }: Pick<ActivityDeps, "store">) =>
  (input: AttemptsInput) =>
    attemptsOf(store, input);

/** Tries for as long as the store is away, so that a reply is not paid for twice. Another fault is thrown. */
export async function untilStored<T>(signal: AbortSignal, put: () => Promise<T>): Promise<T> {
  for (let wait = 200; ; wait = Math.min(5_000, wait * 2)) {
    try {
      return await put();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (!isAway(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

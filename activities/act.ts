/**
 * What every activity that calls a model shares: its attempt's number, what failed before, heartbeats, and the way a
 * fault gets into the log before it gets to Temporal.
 */
import { Context } from "@temporalio/activity";
import type { DraftEvent } from "../domain/events.ts";
import type { Durations } from "../domain/plan.ts";
import type { DebateKey, KeyedEvent, Store } from "../store/port.ts";
import { type FailureEvent, failureData, failureOf, judgeFault } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault } from "./models/port.ts";
import type { Publication } from "./publish.ts";

export interface ActInput {
  publication: Publication;
  /** Attempts that earlier tries of this act have used up (a `retry` of its owner starts a new activity). */
  earlierAttempts: number;
  durations: Durations;
}

export interface Act {
  id: string;
  debate: DebateKey;
  /** From 1, over all tries. */
  attempt: number;
  /** Failures of this activity's earlier attempts, oldest first. */
  failures: FailureEvent[];
  signal: AbortSignal;
  /** An event with the next key of this attempt. */
  keyed(event: DraftEvent): KeyedEvent;
}

/**
 * Runs one attempt of the act `id`. The log is the witness of what failed before: it survives every crash, and a fault
 * counts once its event is in it.
 */
export async function attemptAct<T>(
  deps: ActivityDeps,
  input: ActInput & { id: string; failed(data: ReturnType<typeof failureData>): FailureEvent },
  work: (act: Act) => Promise<T>,
): Promise<T> {
  const { store } = deps;
  const { debate, since } = input.publication;
  const context = Context.current();
  const first = context.info.attempt === 1;
  const failures = first ? [] : await failuresOf(store, { debate, since, id: input.id });
  const number = input.earlierAttempts + context.info.attempt;
  const act: Act = {
    id: input.id,
    debate,
    attempt: number,
    failures,
    signal: context.cancellationSignal,
    keyed: keys(input.id, number),
  };
  const beat = setInterval(() => context.heartbeat(), input.durations.heartbeat);
  try {
    return await work(act);
  } catch (error) {
    if (act.signal.aborted) throw act.signal.reason;
    if (!(error instanceof ModelFault)) throw error;
    const judgement = judgeFault({
      fault: error,
      earlier: failures,
      jitter: deps.random(),
      ...(deps.retryBaseMs !== undefined && { baseMs: deps.retryBaseMs }),
    });
    const event = input.failed(failureData(error, judgement, number));
    await persistently(act.signal, () => store.log.append({ debate, since, events: [act.keyed(event)] }));
    throw failureOf(error, judgement, [...failures, event]);
  } finally {
    clearInterval(beat);
  }
}

function keys(id: string, attempt: number): Act["keyed"] {
  let n = 0;
  return (event) => ({ key: `${id}/${attempt}/${n++}`, event });
}

const PAGE = 500;

async function failuresOf(
  store: Store,
  input: { debate: DebateKey; since: number; id: string },
): Promise<FailureEvent[]> {
  const failures: FailureEvent[] = [];
  let after = input.since;
  for (;;) {
    const { events } = await store.log.read({ debate: input.debate, after, limit: PAGE });
    for (const { type, at, data } of events) {
      if (type === "turn.failed" && data.turnId === input.id) failures.push({ type, at, data });
      if (type === "judge.failed" && data.actId === input.id) failures.push({ type, at, data });
    }
    if (events.length < PAGE) return failures;
    after = events.at(-1)?.id ?? after;
  }
}

/** What a model has said is not bought twice because the store is away: writing goes on until it succeeds. */
export async function persistently<T>(signal: AbortSignal, write: () => Promise<T>): Promise<T> {
  for (let wait = 200; ; wait = Math.min(5_000, wait * 2)) {
    try {
      return await write();
    } catch {
      if (signal.aborted) throw signal.reason;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

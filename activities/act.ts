/**
 * What every activity that calls a model shares: its attempt's number, what failed before, heartbeats, and the way a
 * fault gets into the log before it gets to Temporal.
 */
import { CancelledFailure, Context } from "@temporalio/activity";
import { costUsdOf, NO_SPEND, usageOf } from "../domain/costs.ts";
import type { Spend } from "../domain/debate-state.ts";
import type { CutShort, DraftEvent } from "../domain/events.ts";
import type { Durations } from "../domain/plan.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { KeyedEvent } from "../store/port/log.ts";
import type { Store } from "../store/port.ts";
import { type FailureEvent, failureData, failureOf, judgeFault } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault } from "./models/port.ts";
import { type Publication, write } from "./publish.ts";
import type { ActOutcome } from "./take-turn.ts";

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
  /** Takes down what a call came to that the signal cut short. */
  cut: (spend: Spend) => void;
  /** Events that were written before the call, for the workflow to absorb whatever comes of the call. */
  noted: DraftEvent[];
  /** An event with the next key of this attempt. */
  keyed(event: DraftEvent): KeyedEvent;
}

/**
 * Runs one attempt of the act `id`. The log is the witness of what failed before: it survives every crash, and a fault
 * counts once its event is in it.
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
  const act: Act = {
    id: input.id,
    debate,
    attempt: number,
    failures,
    signal: context.cancellationSignal,
    cut: (spend) => {
      spent = spend;
    },
    noted: [],
    keyed: keys(input.id, number),
  };
  const beat = setInterval(() => context.heartbeat(), input.durations.heartbeat);
  try {
    const outcome = await work(act);
    return grant ? { ...outcome, attempt: number } : outcome;
  } catch (error) {
    if (act.signal.aborted) throw cutShort(context, { attempt: number, spent });
    if (!(error instanceof ModelFault)) throw error;
    const judgement = judgeFault({
      fault: error,
      earlier: failures,
      jitter: deps.random(),
      ...(deps.retryBaseMs !== undefined && { baseMs: deps.retryBaseMs }),
    });
    const unsettled = grant && error.unsettled ? { unsettled: true as const } : {};
    const event = input.failed({ ...failureData(error, judgement, number), ...unsettled });
    const told = { debate, since, events: [act.keyed(event)] };
    const { head } = await persistently(act.signal, () => store.log.append(told));
    const { waitMs } = judgement;
    if (grant && waitMs !== null && used + billable(event) >= grant.attempts) {
      const events = [...act.noted, ...mine, event];
      return { head, events, preview: error.message, attempt: number, again: { waitMs } };
    }
    throw failureOf(error, judgement, [...act.noted, ...failures, event]);
  } finally {
    clearInterval(beat);
  }
}

/** Of the attempts before this one; those that left no word were killed, and may have been billed. */
function billedSoFar(attempt: number, failures: FailureEvent[]): number {
  const killed = attempt - 1 - failures.length;
  return failures.reduce((sum, failure) => sum + billable(failure), killed);
}

function billable({ data }: FailureEvent): 0 | 1 {
  const isUnknown = data.unsettled || data.costUsd === null;
  return isUnknown || data.usage.inputTokens + data.usage.outputTokens > 0 ? 1 : 0;
}

/** Cancelled by its workflow, an attempt says what it came to; whatever else cut it short is passed on. */
function cutShort(context: Context, { attempt, spent }: { attempt: number; spent: Spend }): unknown {
  if (!context.cancellationDetails?.cancelRequested) return context.cancellationSignal.reason;
  const underWay = spent.calls > 0 ? { unsettled: true as const } : {};
  const cut: CutShort = { attempt, usage: usageOf(spent), costUsd: costUsdOf(spent), ...underWay };
  return new CancelledFailure("interrupted", [cut]);
}

function keys(id: string, attempt: number): Act["keyed"] {
  let n = 0;
  return (event) => ({ key: `${id}/${attempt}/${n++}`, event });
}

const PAGE = 500;

const failuresOf = async (store: Store, input: AttemptsInput) => (await attemptsOf(store, input)).failures;

interface AttemptsInput {
  debate: DebateKey;
  /** A log id below all of them. */
  since: number;
  /** Of the act. */
  id: string;
}

/** What the log says of an act: its failed attempts, and the number of the last one of a turn that began. */
async function attemptsOf(store: Store, input: AttemptsInput): Promise<{ failures: FailureEvent[]; begun: number }> {
  const failures: FailureEvent[] = [];
  let begun = 0;
  let after = input.since;
  for (;;) {
    const { events } = await store.log.read({ debate: input.debate, after, limit: PAGE });
    for (const { type, at, data } of events) {
      if ((type === "turn.started" || type === "turn.restarted") && data.turnId === input.id)
        begun = Math.max(begun, data.attempt);
      if (type === "turn.failed" && data.turnId === input.id) failures.push({ type, at, data });
      if (type === "judge.failed" && data.actId === input.id) failures.push({ type, at, data });
    }
    if (events.length < PAGE) return { failures, begun };
    after = events.at(-1)?.id ?? after;
  }
}

/** For the workflow, when an attempt was cut short and could not tell by itself what had happened. */
export const readAttempts =
  ({ store }: Pick<ActivityDeps, "store">) =>
  (input: AttemptsInput) =>
    attemptsOf(store, input);

/** What a model has said is not bought twice because the store is away: writing goes on until it succeeds. */
export async function persistently<T>(signal: AbortSignal, put: () => Promise<T>): Promise<T> {
  for (let wait = 200; ; wait = Math.min(5_000, wait * 2)) {
    try {
      return await put();
    } catch {
      if (signal.aborted) throw signal.reason;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

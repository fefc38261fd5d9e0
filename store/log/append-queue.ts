/** Events of one debate that wait for their place in the log, in the order of the calls that brought them. */
import { type DraftEvent, isTerminalEvent } from "../../domain/play/events/events.ts";
import type { AppendInput, AppendResult } from "../port/log.port.ts";
import { BATCH, storedJson } from "./item.ts";
import { isTooLate, type LogView, turnAttempt } from "./view.log.ts";

/** One call of `append`. */
interface Call {
  since: number;
  left: number;
  head: number;
  known: string[];
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

export interface Waiting {
  key: string;
  event: DraftEvent;
  json: string;
  bytes: number;
  before: string | null;
  /** More than one: acts that begin together bring the same events. */
  calls: Call[];
}

export function createAppendQueue() {
  let queue: Waiting[] = [];

  function add({ since, events }: AppendInput): Promise<AppendResult> {
    if (events.length === 0) return Promise.resolve({ head: since, known: [] });
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    const call: Call = { since, left: events.length, head: 0, known: [], resolve, reject };
    for (const { key, event, before = null } of events) {
      const json = storedJson(event);
      queue.push({ key, event, json, bytes: Buffer.byteLength(json), before, calls: [call] });
    }
    return promise;
  }

  function settle(batch: Waiting[], head: number): void {
    for (const call of callsOf(batch)) {
      call.head = Math.max(call.head, head);
      if (--call.left === 0) call.resolve({ head: call.head, known: call.known });
    }
  }

  /** Takes the events of the next item off the queue; answers those that need no place any more. */
  function next(view: LogView): Waiting[] {
    const batch: Waiting[] = [];
    while (queue[0]) {
      const event = queue[0];
      const known = placeOf(view, event);
      const same = known === null && batch.find(({ key, json }) => key === event.key && json === event.json);
      if (known === null && !same && !fits(batch, event)) break;
      queue.shift();
      if (same) same.calls.push(...event.calls);
      else if (known === null) batch.push(event);
      else {
        if (view.keys.has(event.key)) for (const call of event.calls) call.known.push(event.key);
        settle([event], known);
      }
    }
    return batch;
  }

  /** Fails the calls of these events, or all calls, and forgets what else they brought. */
  function fail(error: unknown, batch: Waiting[] = queue): void {
    const calls = new Set(callsOf(batch));
    queue = queue.filter((event) => !event.calls.every((call) => calls.has(call)));
    for (const call of calls) call.reject(error);
  }

  return {
    add,
    settle,
    next,
    fail,
    isEmpty: () => queue.length === 0,
    /** The lowest `since` of all that wait. */
    since: () => callsOf(queue).reduce((lowest, { since }) => Math.min(lowest, since), Number.POSITIVE_INFINITY),
    putBack: (batch: Waiting[]) => void queue.unshift(...batch),
  };
}

function callsOf(events: Waiting[]): Call[] {
  return events.flatMap(({ calls }) => calls);
}

/** Whether one item may hold the event with these. A terminal event ends its item; a repeated key waits until it is found. */
function fits(batch: Waiting[], event: Waiting): boolean {
  const last = batch.at(-1);
  if (!last) return true;
  const bytes = batch.reduce((sum, other) => sum + other.bytes, event.bytes);
  return (
    batch.length < BATCH.events &&
    bytes <= BATCH.bytes &&
    expires(last) === expires(event) &&
    !isTerminalEvent(last.event.type) &&
    !batch.some((other) => other.key === event.key || isSuperseded(event, other))
  );
}

function expires({ event, before }: Waiting): boolean {
  return event.type === "turn.delta" && before === null;
}

/** The end of the item that has it, or the head if it is not written any more; null: it may be written. */
function placeOf(view: LogView, { key, before }: Waiting): number | null {
  const isLate = isTooLate(view, key) || (before !== null && view.keys.has(before));
  return view.keys.get(key) ?? (isLate ? view.head : null);
}

function isSuperseded(event: Waiting, by: Waiting): boolean {
  const late = turnAttempt(event.key);
  const early = turnAttempt(by.key);
  return late.turn !== null && late.turn === early.turn && late.attempt < early.attempt;
}

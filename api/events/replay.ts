/** Replays a stored log at its recorded pace or faster (docs/design/debate.md#114-records). Calls no model. */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminalEvent, type LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { EventLog } from "../../store/port/log.port.ts";

/** Longer gaps are shortened to this, for example a week in which a debate waited for answers. Milliseconds. */
export const LONGEST_GAP_MS = 5_000;
export const SPEEDS = { min: 0.1, max: 1_000 } as const;

const PAGE = 200;

export interface ReplayInput {
  log: EventLog;
  debate: DebateKey;
  after: number;
  /** Times as fast as recorded. */
  speed: number;
  signal: AbortSignal;
}

/**
 * The first event comes at once. Ends after the terminal event, or when the signal aborts. The replay of a running debate
 * continues with its new events.
 */
export async function* replay({ log, debate, after, speed, signal }: ReplayInput): AsyncGenerator<LogEvent, void> {
  let before: LogEvent | null = null;
  // Due times count from the start, so that delays do not add up.
  let due = performance.now();
  for await (const event of recorded({ log, debate, after, signal })) {
    due += before ? gapOf(before, event) / speed : 0;
    if (!(await isDue(due, signal))) return;
    yield event;
    before = event;
  }
}

/** Recorded milliseconds between two events; never negative, since the clocks of workers differ. */
export function gapOf(before: Pick<LogEvent, "at">, event: Pick<LogEvent, "at">): number {
  return Math.min(LONGEST_GAP_MS, Math.max(0, Date.parse(event.at) - Date.parse(before.at)));
}

/** Reads pages as the replay needs them, then follows the log of a running debate. */
async function* recorded(input: Omit<ReplayInput, "speed">): AsyncGenerator<LogEvent, void> {
  const { log, debate, signal } = input;
  for (let after = input.after; ; ) {
    const { events } = await log.read({ debate, after, limit: PAGE });
    yield* events;
    const last = events.at(-1);
    if (!last) yield* log.follow({ debate, after, signal });
    if (!last || isTerminalEvent(last.type)) return;
    after = last.id;
  }
}

/** Waits until then. False if the signal aborts first. */
async function isDue(due: number, signal: AbortSignal): Promise<boolean> {
  const left = due - performance.now();
  if (left > 1) await sleep(left, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

/** A stored log told again at the pace at which it was written, or faster (spec §1.14). No model is called. */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminalEvent, type LogEvent } from "../domain/events.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { EventLog } from "../store/port/log.ts";

/** A longer recorded gap counts as this: nobody sits through a week that a debate waited for answers. Milliseconds. */
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
 * The first event comes at once. Ends after the terminal event, or when the signal aborts. A debate that is not over is
 * told from its beginning too, and then goes on as long behind itself as the replay has it.
 */
export async function* replay({ log, debate, after, speed, signal }: ReplayInput): AsyncGenerator<LogEvent, void> {
  let before: LogEvent | null = null;
  // Each event has its time from the start, so that short waits that last a little too long do not add up.
  let due = performance.now();
  for await (const event of recorded({ log, debate, after, signal })) {
    due += before ? gapOf(before, event) / speed : 0;
    if (!(await arrives(due, signal))) return;
    yield event;
    before = event;
  }
}

/** Recorded milliseconds between two events; clocks of two workers may differ a little. */
export function gapOf(before: Pick<LogEvent, "at">, event: Pick<LogEvent, "at">): number {
  return Math.min(LONGEST_GAP_MS, Math.max(0, Date.parse(event.at) - Date.parse(before.at)));
}

/** By pages, as the replay comes to them; what a debate that is not over has yet to write comes when it is written. */
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

/** False when the signal aborts first. */
async function arrives(due: number, signal: AbortSignal): Promise<boolean> {
  const left = due - performance.now();
  if (left > 1) await sleep(left, undefined, { signal }).catch(() => {});
  return !signal.aborted;
}

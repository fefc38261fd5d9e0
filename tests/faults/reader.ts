/** A reader as the client is one: it resumes after every break, from the last event it has. */
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import { lookAgain } from "../support/waits.ts";
import { events, type FlatEvent } from "../support/world.ts";

const AGAIN_MS = 200;

/** All events up to the terminal one; `heard` gets each as it comes. */
export async function readThrough(
  url: string,
  id: string,
  options: { signal: AbortSignal; heard?: (event: FlatEvent) => void },
): Promise<FlatEvent[]> {
  const seen: FlatEvent[] = [];
  while (!seen.some((event) => isTerminalEvent(event.type))) {
    options.signal.throwIfAborted();
    try {
      for await (const event of events(url, id, seen.at(-1)?.id ?? 0)) {
        seen.push(event);
        options.heard?.(event);
      }
    } catch {
      // The connection broke, or nobody listens yet.
    }
    await lookAgain(AGAIN_MS);
  }
  return seen;
}

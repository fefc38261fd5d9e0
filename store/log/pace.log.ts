/**
 * When to look again for what other processes write to a log: soon while somebody speaks, most of all before the first
 * words, and seldom while the debate waits for its owner.
 */
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { Status } from "../../domain/shapes/lifecycle.shape.ts";

interface Bounds {
  shortest: number;
  longest: number;
  /** The wait as a share of the time since the last news. */
  share: number;
}

/** Milliseconds. */
const SPEAKING: Bounds = { shortest: 25, longest: 250, share: 1 / 200 };
const WORKING: Bounds = { shortest: 50, longest: 250, share: 1 / 40 };
const QUIET: Bounds = { shortest: 50, longest: 1_000, share: 1 / 4 };
/** A writer puts the next words of a turn into the log after 100 ms (activities/turn/deltas.ts). */
const BETWEEN_DELTAS_MS = 75;
/** Own writers bring what they write. */
const OWN_MS = 1_000;
/** No model call is that silent: whoever should write is gone. */
const ABANDONED_MS = 300_000;

const WORKS: ReadonlySet<Status> = new Set<Status>(["initializing", "running", "concluding"]);

export function createPace(now: () => number = () => performance.now()) {
  const speaking = new Set<string>();
  let works = true;
  let words = false;
  let own = false;
  let newsAt = now();

  function hear(event: LogEvent): void {
    words = event.type === "turn.delta";
    if (event.type === "turn.started" || event.type === "turn.delta") speaking.add(event.data.turnId);
    else if (event.type === "turn.completed" || event.type === "turn.failed") speaking.delete(event.data.turnId);
    else if (event.type === "debate.status") works = WORKS.has(event.data.status);
  }

  function bounds(silence: number): Bounds {
    if (silence > ABANDONED_MS) return QUIET;
    if (speaking.size > 0) return SPEAKING;
    return works ? WORKING : QUIET;
  }

  return {
    /** These events have just come; `isOwn`: this process wrote them, so it will most likely write the next. */
    see(events: readonly LogEvent[], isOwn = false): void {
      for (const event of events) hear(event);
      own = isOwn;
      newsAt = now();
    },
    /** Milliseconds until the next look. */
    wait(): number {
      if (own) return OWN_MS;
      const silence = now() - newsAt;
      if (words && speaking.size === 1 && silence < BETWEEN_DELTAS_MS) return BETWEEN_DELTAS_MS - silence;
      const { shortest, longest, share } = bounds(silence);
      return Math.min(longest, Math.max(shortest, silence * share));
    },
    /** Milliseconds since the last news. */
    silence: () => now() - newsAt,
  };
}

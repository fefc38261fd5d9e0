/** How far a debate has come, and how fast. Pure. */
import type { Entry } from "./story.live.ts";

export interface Pace {
  /** Complete rounds. */
  done: number;
  /** Milliseconds until the last round ends; null before the first complete round, and after the last. */
  leftMs: number | null;
}

/** Assumes that each round to come takes as long as the median of those that are complete. `now`: milliseconds since 1970. */
export function paceOf(entries: Entry[], { maxRounds, now }: { maxRounds: number; now: number }): Pace {
  const rounds = entries.filter(({ kind }) => kind === "round");
  const lengths = rounds.flatMap(({ event, ended }) => (ended ? [Date.parse(ended) - Date.parse(event.at)] : []));
  const done = lengths.length;
  if (done === 0 || done >= maxRounds) return { done, leftMs: null };
  const each = medianOf(lengths);
  const current = rounds.find(({ ended }) => ended === undefined);
  const gone = current ? Math.max(0, now - Date.parse(current.event.at)) : 0;
  return { done, leftMs: (maxRounds - done) * each - Math.min(each, gone) };
}

function medianOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

/** Ids of the participants who speak now. */
export function speakingIn(entries: Entry[]): string[] {
  const speaking = entries.filter(({ kind, state }) => kind === "turn" && state === "speaking");
  return [...new Set(speaking.flatMap(({ event }) => event.participantId ?? []))];
}

/**
 * Lays out calls in rows of a few rounds, with a lane for each speaker and a track for each simultaneous call. Pure.
 */
import type { Call } from "./calls.figure.ts";

/** On a track no call overlaps another. */
interface Lane {
  who: string;
  tracks: Call[][];
}

/** Milliseconds. */
export interface Row {
  from: number;
  to: number;
  lanes: Lane[];
  pauses: { from: number; to: number }[];
}

/** A pause that is longer than this share of the time in which somebody was at work is drawn short. */
const LONG_PAUSE = 0.1;

/**
 * The calls are in the order in which they began. A row has at most `most` of them, as far as rounds allow; calls that go
 * on end `now`.
 */
export function rowsOf(calls: Call[], { most, now }: { most: number; now: number }): Row[] {
  const rows: Call[][] = [];
  for (const call of calls) {
    const row = rows.at(-1);
    if (!row || (row.length >= most && row.at(-1)?.round !== call.round)) rows.push([call]);
    else row.push(call);
  }
  return rows.map((row) => rowOf(row, now));
}

function rowOf(calls: Call[], now: number): Row {
  const ends = calls.map(({ to }) => to ?? now);
  const from = Math.min(...calls.map((call) => call.from));
  const to = Math.max(...ends, from + 1);
  const lanes = [...Map.groupBy(calls, ({ who }) => who)].map(([who, theirs]) => ({
    who,
    tracks: tracksOf(theirs, now),
  }));
  return { from, to, lanes, pauses: longPauses(calls, now) };
}

function tracksOf(calls: Call[], now: number) {
  const tracks: Call[][] = [];
  for (const call of calls) {
    const free = tracks.find((track) => (track.at(-1)?.to ?? now) <= call.from);
    if (free) free.push(call);
    else tracks.push([call]);
  }
  return tracks;
}

function longPauses(calls: Call[], now: number) {
  let end = calls[0]?.from ?? 0;
  let worked = 0;
  const pauses = [];
  for (const { from, to } of calls) {
    if (from > end) pauses.push({ from: end, to: from });
    const done = to ?? now;
    worked += Math.max(0, done - Math.max(from, end));
    end = Math.max(end, done);
  }
  return pauses.filter((pause) => pause.to - pause.from > Math.max(worked * LONG_PAUSE, 1_000));
}

/** From a time to a pixel, with long pauses drawn `pausePx` wide. */
export function clock(
  { from, to, pauses }: Row,
  { start, end, pausePx }: { start: number; end: number; pausePx: number },
) {
  const paused = pauses.reduce((sum, pause) => sum + pause.to - pause.from, 0);
  const perMs = (end - start - pauses.length * pausePx) / Math.max(1, to - from - paused);
  return (at: number) => {
    let x = start + (at - from) * perMs;
    for (const pause of pauses) {
      const inside = Math.min(Math.max(at - pause.from, 0), pause.to - pause.from);
      x += inside * (pausePx / (pause.to - pause.from) - perMs);
    }
    return Math.round(x * 10) / 10;
  };
}

// @ts-check
/**
 * Calls laid out for a picture: in rows of a few rounds each, by who was asked, and whatever went on at once side by side. Pure.
 *
 * @typedef {import("./calls.js").Call} Call
 * @typedef {{ who: string, tracks: Call[][] }} Lane On a track no call overlaps another.
 * @typedef {{ from: number, to: number, lanes: Lane[], pauses: { from: number, to: number }[] }} Row Milliseconds.
 */

/** A pause that is longer than this share of the time in which somebody was at work is drawn short. */
const LONG_PAUSE = 0.1;

/**
 * @param {Call[]} calls In the order in which they began.
 * @param {{ most: number, now: number }} limits Calls of a row, as far as rounds allow; the end of calls that go on.
 * @returns {Row[]}
 */
export function rowsOf(calls, { most, now }) {
  /** @type {Call[][]} */
  const rows = [];
  for (const call of calls) {
    const row = rows.at(-1);
    if (!row || (row.length >= most && row.at(-1)?.round !== call.round)) rows.push([call]);
    else row.push(call);
  }
  return rows.map((row) => rowOf(row, now));
}

/**
 * @param {Call[]} calls
 * @param {number} now
 * @returns {Row}
 */
function rowOf(calls, now) {
  const ends = calls.map(({ to }) => to ?? now);
  const from = Math.min(...calls.map((call) => call.from));
  const to = Math.max(...ends, from + 1);
  const lanes = [...Map.groupBy(calls, ({ who }) => who)].map(([who, theirs]) => ({
    who,
    tracks: tracksOf(theirs, now),
  }));
  return { from, to, lanes, pauses: longPauses(calls, now) };
}

/**
 * @param {Call[]} calls
 * @param {number} now
 */
function tracksOf(calls, now) {
  /** @type {Call[][]} */
  const tracks = [];
  for (const call of calls) {
    const free = tracks.find((track) => (track.at(-1)?.to ?? now) <= call.from);
    if (free) free.push(call);
    else tracks.push([call]);
  }
  return tracks;
}

/**
 * @param {Call[]} calls
 * @param {number} now
 */
function longPauses(calls, now) {
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

/**
 * From a time to a pixel, with long pauses drawn `pausePx` wide.
 *
 * @param {Row} row
 * @param {{ start: number, end: number, pausePx: number }} pixels
 * @returns {(at: number) => number}
 */
export function clock({ from, to, pauses }, { start, end, pausePx }) {
  const paused = pauses.reduce((sum, pause) => sum + pause.to - pause.from, 0);
  const perMs = (end - start - pauses.length * pausePx) / Math.max(1, to - from - paused);
  return (at) => {
    let x = start + (at - from) * perMs;
    for (const pause of pauses) {
      const inside = Math.min(Math.max(at - pause.from, 0), pause.to - pause.from);
      x += inside * (pausePx / (pause.to - pause.from) - perMs);
    }
    return Math.round(x * 10) / 10;
  };
}

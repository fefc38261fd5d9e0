/** The order in which judges are shown turns, and the neutral ids that the turns have there. Pure. */
import { isSpoken } from "../interjections.ts";
import type { Turn } from "../schemas/turn.ts";

/** Turns as their ids tell, which debaters may cite. */
export const TURN_ID = /\bg\d+-r\d+-[ti]\d+\b/g;

/**
 * Where all speak at once, each phase of a round stands in the order of the labels; else turns stand as they were
 * held. Text is only ever added at the end.
 */
export function inOrderShown(turns: Turn[], { mode, rank }: { mode: string; rank: (id: string) => number }): Turn[] {
  const held = turns.toSorted((a, b) => a.round - b.round || a.index - b.index);
  if (mode !== "simultaneous") return held;
  const phases = runsOf(held);
  return phases.flatMap((phase) => phase.toSorted((a, b) => rank(a.participantId) - rank(b.participantId)));
}

/** Neighbours of one round and phase; an interjection stands where it came. */
function runsOf(turns: Turn[]): Turn[][] {
  const runs: Turn[][] = [];
  for (const turn of turns) {
    const last = runs.at(-1);
    const before = last?.[0];
    if (last && before?.round === turn.round && before.phase === turn.phase && isSpoken(turn)) last.push(turn);
    else runs.push([turn]);
  }
  return runs;
}

const PREFIXES = ["T", "U", "V", "W", "Turn"];

/** `T1`, `T2`, … by real id; another letter where the texts have words like that themselves. */
export function neutralIds(turns: Turn[], texts: string[]): Map<string, string> {
  const all = [...texts, ...turns.map((turn) => turn.text)];
  const isFree = (prefix: string) => !all.some((text) => new RegExp(`\\b${prefix}\\d+\\b`).test(text));
  const prefix = PREFIXES.find(isFree) ?? "T";
  return new Map(turns.map((turn, i) => [turn.id, `${prefix}${i + 1}`]));
}

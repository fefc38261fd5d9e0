/** The order in which judges see turns, and the turns' neutral ids. */

import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";

/**
 * In simultaneous mode each phase is in the order of the labels, otherwise turns are in speaking order. Text is only
 * appended.
 */
export function inOrderShown(turns: Turn[], { mode, rank }: { mode: string; rank: (id: string) => number }): Turn[] {
  const held = turns.toSorted((a, b) => a.round - b.round || a.index - b.index);
  if (mode !== "simultaneous") return held;
  const phases = runsOf(held);
  return phases.flatMap((phase) => phase.toSorted((a, b) => rank(a.participantId) - rank(b.participantId)));
}

/** Neighbours of one round and phase. Interjections keep their place. */
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
const LIKE_AN_ID = /\b(T|U|V|W|Turn)\d+\b/g;

/** Neutral ids `T1`, `T2`, … by real id; another prefix if the texts contain such words. */
export function neutralIds(turns: Turn[], texts: string[]): Map<string, string> {
  const all = [...texts, ...turns.map((turn) => turn.text)];
  const taken = new Set(all.flatMap((text) => [...text.matchAll(LIKE_AN_ID)].map((match) => match[1])));
  const prefix = PREFIXES.find((candidate) => !taken.has(candidate)) ?? "T";
  return new Map(turns.map((turn, i) => [turn.id, `${prefix}${i + 1}`]));
}

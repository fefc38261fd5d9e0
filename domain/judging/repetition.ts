/** Who says again what was said: overlap of word 3-grams, without a model (spec §1.13). */
import { wordKey } from "../matching.ts";
import type { Repetition, Turn } from "../schemas.ts";

/** Jaccard overlap from which on a turn counts as a repetition (spec §1.13). */
export const REPETITION_THRESHOLD = 0.4;

const GRAM = 3;

/** Scripts without spaces between words: each of their signs counts as one. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu;

type Said = Pick<Turn, "id" | "round" | "index" | "text">;

export interface RepetitionRules {
  /** Spoken, whole turns. */
  turns: Said[];
  /** At once: turns of the same round could not hear each other, and repeat nothing. */
  mode: "simultaneous" | "sequential";
  /** 0–1 */
  threshold: number;
}

/** The overlapping runs of three words; of a shorter text all its words as one. Case and punctuation do not count. */
export function gramsOf(text: string): ReadonlySet<string> {
  const words = wordKey(text).match(WORDS) ?? [];
  if (words.length === 0) return new Set();
  const count = Math.max(1, words.length - GRAM + 1);
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + GRAM).join(" ")));
}

/** Jaccard: what two sets share, of all that they hold. 0 when both are empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** By round, the turns that repeat an earlier one of anybody, each with the one that it is nearest to. */
export function createRepetitions({ turns, mode, threshold }: RepetitionRules): (round: number) => Repetition[] {
  const grams = new Map<string, ReadonlySet<string>>();
  const cached = (turn: Said) => {
    const known = grams.get(turn.id) ?? gramsOf(turn.text);
    grams.set(turn.id, known);
    return known;
  };
  const isEarlier = (other: Said, turn: Said) =>
    other.round < turn.round || (mode === "sequential" && other.round === turn.round && other.index < turn.index);
  const nearest = (turn: Said): Repetition[] => {
    let best: Repetition | null = null;
    for (const other of turns.filter((o) => isEarlier(o, turn))) {
      const found = overlap(cached(turn), cached(other));
      if (found >= threshold && found > (best?.overlap ?? 0))
        best = { turnId: turn.id, with: other.id, overlap: found };
    }
    return best ? [{ ...best, overlap: Math.round(best.overlap * 1000) / 1000 }] : [];
  };
  return (round) => turns.filter((turn) => turn.round === round).flatMap(nearest);
}

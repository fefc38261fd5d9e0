/** Who says again what was said: by word 3-grams, and by meaning where turns have embeddings (spec §1.13). */
import { createFinder, wordKey } from "../matching.ts";
import { quotationsIn } from "../quotations.ts";
import type { Repetition } from "../schemas/assessment.ts";
import type { Turn } from "../schemas/turn.ts";

/** Jaccard overlap from which on a turn counts as a repetition (spec §1.13). */
export const REPETITION_THRESHOLD = 0.4;

const GRAM = 3;

/** Scripts without spaces between words: each of their signs counts as one. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu;

/**
 * Share of a turn's 3-grams that stand in earlier turns from which on it repeats them: a turn that was cut short, or
 * stitched together from several, resembles none of them by Jaccard (containment: Broder, "On the resemblance and
 * containment of documents", 1997). Chosen on the tuning half of tests/domain/labelled: 0.71 is the least that a
 * repeating turn had there, 0.23 the most that another had.
 */
export const REPETITION_CONTAINMENT = 0.5;

/** Cosine of two turns' embeddings from which on they say the same, in whatever words (spec §1.13). */
export const REPETITION_COSINE = 0.85;

/** A turn with fewer 3-grams is too short to be contained: a greeting and a formula would do. */
const LEAST_GRAMS = 20;

export type Said = Pick<Turn, "id" | "round" | "index" | "text" | "participantId">;

export interface RepetitionRules {
  /** Spoken, whole turns. */
  turns: Said[];
  /** At once: turns of the same round could not hear each other, and repeat nothing. */
  mode: "simultaneous" | "sequential";
  /** Jaccard, 0–1 */
  threshold: number;
  /** 0–1; left out: `REPETITION_CONTAINMENT`. */
  containment?: number | undefined;
  /** Of two turns by their ids; left out: repetition is measured by words alone. `threshold`: cosine, 0–1. */
  likeness?: { of(turnId: string, other: string): number; threshold: number } | undefined;
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
  const both = shared(a, b);
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

/**
 * By round, the turns that repeat what anybody said before, each with the turn that it is nearest to: by Jaccard when
 * one earlier turn alone is so near, else by what of it stands in all earlier ones together, else by meaning.
 */
export function createRepetitions(rules: RepetitionRules): (round: number) => Repetition[] {
  const { turns, mode, threshold, containment = REPETITION_CONTAINMENT, likeness } = rules;
  const grams = new Map(turns.map((turn) => [turn.id, lazy(() => gramsOf(turn.text))]));
  const gramsIn = (turn: Said) => grams.get(turn.id)?.() ?? new Set<string>();
  const isEarlier = (other: Said, turn: Said) =>
    other.round < turn.round || (mode === "sequential" && other.round === turn.round && other.index < turn.index);
  const repeated = (turn: Said): Repetition[] => {
    const earlier = turns.filter((other) => isEarlier(other, turn));
    const near = nearest(earlier, (other) => overlap(gramsIn(turn), gramsIn(other)));
    if (near && near.value >= threshold) return [found(turn, { ...near, by: "overlap" })];
    const own = ownWords(turn, earlier);
    const held = contained(own === turn.text ? gramsIn(turn) : gramsOf(own), earlier.map(gramsIn));
    const from = nearest(earlier, (other) => shared(gramsIn(turn), gramsIn(other)));
    if (from && held >= containment) return [found(turn, { turn: from.turn, value: held, by: "containment" })];
    const like = likeness && nearest(earlier, (other) => likeness.of(turn.id, other.id));
    return like && like.value >= likeness.threshold ? [found(turn, { ...like, by: "cosine" })] : [];
  };
  return (round) => turns.filter((turn) => turn.round === round).flatMap(repeated);
}

interface Near {
  turn: Said;
  value: number;
}

function found({ id }: Said, { turn, value, by }: Near & Pick<Repetition, "by">): Repetition {
  return { turnId: id, with: turn.id, overlap: Math.min(1, Math.round(value * 1000) / 1000), by };
}

/** The first of those with the highest figure above 0. */
function nearest(turns: Said[], figure: (turn: Said) => number): Near | null {
  let best: Near | null = null;
  for (const turn of turns) {
    const value = figure(turn);
    if (value > (best?.value ?? 0)) best = { turn, value };
  }
  return best;
}

/** A turn without its quotations of the others: who quotes an opponent in order to answer repeats nothing. */
function ownWords({ text, participantId }: Said, earlier: Said[]): string {
  const others = lazy(() => earlier.filter((o) => o.participantId !== participantId).map((o) => createFinder(o.text)));
  return quotationsIn(text)
    .filter((quotation) => others().some((has) => has(quotation.text)))
    .toReversed()
    .reduce((rest, { from, to }) => `${rest.slice(0, from)}\n${rest.slice(to)}`, text);
}

/** The share of a set that stands in any of the others. */
function contained(grams: ReadonlySet<string>, others: ReadonlySet<string>[]): number {
  if (grams.size < LEAST_GRAMS) return 0;
  return [...grams].filter((gram) => others.some((other) => other.has(gram))).length / grams.size;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let count = 0;
  for (const gram of small) if (large.has(gram)) count += 1;
  return count;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

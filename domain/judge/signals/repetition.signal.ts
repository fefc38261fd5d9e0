/** Finds repetition by word 3-grams, and by meaning if turns have embeddings (docs/design/debate.md#113-judging). */

import { LRUCache } from "lru-cache";
import { type Allowance, createFinder, newAllowance, wordKey } from "../../base/text/normalise-text.ts";
import { quotationsIn } from "../../rules/citations/quotations.ts";
import type { Repetition } from "../../shapes/schemas/repetition.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** Jaccard overlap above which a turn counts as a repetition. */
export const REPETITION_THRESHOLD = 0.4;

const GRAM = 3;

/** In scripts without spaces each character counts as a word. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+/gu;

/**
 * Share of a turn's 3-grams found in earlier turns above which it repeats them. This catches turns that were shortened
 * or combined from several, which resemble none of them by Jaccard (containment: Broder, "On the resemblance and
 * containment of documents", 1997). From the tuning half of tests/domain/labelled: repeating turns had at least 0.71,
 * others at most 0.23.
 */
export const REPETITION_CONTAINMENT = 0.5;

/** Cosine of two embeddings above which turns say the same. */
export const REPETITION_COSINE = 0.85;

/**
 * Overlap of a proposal or refinement with its author's earlier version above which it repeats that version. A better
 * version is written whole again, so most of its words stay.
 */
const REVISION_THRESHOLD = 0.9;

/** The newest earlier turns that a turn is compared with. Only large dialectic debates have more. */
const MOST_COMPARED = 200;

/** Shorter turns are not tested for containment: a greeting and a set phrase would suffice. */
const LEAST_GRAMS = 20;

export type Said = Pick<Turn, "id" | "round" | "index" | "text" | "participantId"> & Partial<Pick<Turn, "phase">>;

export interface RepetitionRules {
  /** Spoken, whole turns. */
  turns: Said[];
  /** In simultaneous mode turns of one round and phase cannot repeat each other. */
  mode: "simultaneous" | "sequential";
  threshold: number;
  /** 0–1; missing: `REPETITION_CONTAINMENT`. */
  containment?: number | undefined;
  /** Cosine of two turns by id; missing: only words are compared. */
  likeness?: { of(turnId: string, other: string): number; threshold: number } | undefined;
}

/** Overlapping runs of three words; a shorter text is one run. Case and punctuation are ignored. */
export function gramsOf(text: string): ReadonlySet<string> {
  const words = wordKey(text).match(WORDS) ?? [];
  if (words.length === 0) return new Set();
  const count = Math.max(1, words.length - GRAM + 1);
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + GRAM).join(" ")));
}

/** 3-grams of the texts compared last, some 15 MB: each turn meets up to `MOST_COMPARED` earlier ones again. */
const MOST_GRAMS = 200_000;

const keptGrams = new LRUCache<string, ReadonlySet<string>>({
  maxSize: MOST_GRAMS,
  sizeCalculation: ({ size }) => size + 1,
  memoMethod: (text) => gramsOf(text),
});

/** Jaccard index: shared elements divided by all elements; 0 if both sets are empty. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = shared(a, b);
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

/**
 * The earlier turn that a turn repeats; null if it repeats none. Its nearest turn counts: by Jaccard with one earlier
 * turn, else by containment in all of them, else by meaning.
 */
export function createRepetition(rules: RepetitionRules): (turn: Said) => Repetition | null {
  const { turns, mode, threshold, containment = REPETITION_CONTAINMENT, likeness } = rules;
  const allowance = newAllowance();
  const gramsIn = ({ text }: Said) => keptGrams.memo(text);
  const isEarlier = (other: Said, turn: Said) =>
    other.round < turn.round ||
    (other.round === turn.round && other.index < turn.index && (mode === "sequential" || other.phase !== turn.phase));
  return (turn) => {
    const earlier = turns.filter((other) => isEarlier(other, turn)).slice(-MOST_COMPARED);
    const alike = (other: Said) => overlap(gramsIn(turn), gramsIn(other));
    const versions = nearest(
      earlier.filter((other) => isVersion(other, turn)),
      alike,
    );
    if (versions && versions.value >= REVISION_THRESHOLD) return found(turn, { ...versions, by: "overlap" });
    const others = earlier.filter((other) => !isVersion(other, turn));
    const near = nearest(others, alike);
    if (near && near.value >= threshold) return found(turn, { ...near, by: "overlap" });
    const own = ownWords(turn, others, allowance);
    const held = contained(own === turn.text ? gramsIn(turn) : gramsOf(own), others.map(gramsIn));
    const from = nearest(others, (other) => shared(gramsIn(turn), gramsIn(other)));
    if (from && held >= containment) return found(turn, { turn: from.turn, value: held, by: "containment" });
    const like = likeness && nearest(others, (other) => likeness.of(turn.id, other.id));
    return like && like.value >= likeness.threshold ? found(turn, { ...like, by: "cosine" }) : null;
  };
}

/** The same for all turns of a round. */
export function createRepetitions(rules: RepetitionRules): (round: number) => Repetition[] {
  const repeated = createRepetition(rules);
  return (round) => rules.turns.filter((turn) => turn.round === round).flatMap((turn) => repeated(turn) ?? []);
}

/** Both are versions of one participant's own work. */
function isVersion(other: Said, turn: Said): boolean {
  const isWork = ({ phase }: Said) => phase === "proposal" || phase === "refinement";
  return other.participantId === turn.participantId && isWork(other) && isWork(turn);
}

interface Near {
  turn: Said;
  value: number;
}

function found({ id }: Said, { turn, value, by }: Near & Pick<Repetition, "by">): Repetition {
  return { turnId: id, with: turn.id, overlap: Math.min(1, Math.round(value * 1000) / 1000), by };
}

function nearest(turns: Said[], figure: (turn: Said) => number): Near | null {
  let best: Near | null = null;
  for (const turn of turns) {
    const value = figure(turn);
    if (value > (best?.value ?? 0)) best = { turn, value };
  }
  return best;
}

/**
 * The turn without quotations of others: quoting an opponent to answer is not repetition. Once the allowance is used
 * up, quotations count as own words.
 */
function ownWords({ text, participantId }: Said, earlier: Said[], allowance: Allowance): string {
  const others = earlier.filter((other) => other.participantId !== participantId);
  const finders = lazy(() => others.map((other) => createFinder(other.text, allowance)));
  const foreign = quotationsIn(text).filter((quotation) => finders().some((has) => has(quotation.text)));
  const starts = [0, ...foreign.map(({ to }) => to)];
  return starts.map((start, i) => text.slice(start, foreign[i]?.from)).join("\n");
}

/** Share of a set's elements found in any of the others. */
function contained(grams: ReadonlySet<string>, others: ReadonlySet<string>[]): number {
  if (grams.size < LEAST_GRAMS) return 0;
  const held = new Set<string>();
  for (const other of others) for (const gram of grams.intersection(other)) held.add(gram);
  return held.size / grams.size;
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

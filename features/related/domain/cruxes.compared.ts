/** Cruxes of two conclusions that ask the same, by the words of their questions. */

import { wordsOf } from "../../../domain/base/text/words.text.ts";
import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { Both } from "./side.compared.ts";

export type Crux = Conclusion["cruxes"][number];

export interface MatchedCruxes {
  pairs: Both<Crux>[];
  /** Those of each that no other one is like. */
  rest: Both<Crux[]>;
}

/** Of the words that two questions have together, 0–1. Words are compared by their first letters, so that plurals and tenses match. */
const LEAST_SHARED = 0.4;
const LETTERS = 5;
/** Words as short as `of`, `not` and `who` say little of what a question is about. */
const SHORT = 3;

/**
 * The likest first, each in one pair at most.
 *
 * @example
 * matchCruxes([[{ question: "Do shops lose trade?" }], [{ question: "Will shops lose their trade?" }]]).pairs.length // → 1
 */
export function matchCruxes([ours, theirs]: Both<readonly Crux[]>): MatchedCruxes {
  const likest = ours
    .flatMap((a) => theirs.map((b) => ({ a, b, shared: likeness(a.question, b.question) })))
    .filter(({ shared }) => shared >= LEAST_SHARED)
    .toSorted((x, y) => y.shared - x.shared);
  const taken = new Set<Crux>();
  const partner = new Map<Crux, Crux>();
  for (const { a, b } of likest) {
    if (taken.has(a) || taken.has(b)) continue;
    taken.add(a).add(b);
    partner.set(a, b);
  }
  return {
    pairs: ours.flatMap((a): Both<Crux>[] => {
      const b = partner.get(a);
      return b ? [[a, b]] : [];
    }),
    rest: [ours.filter((crux) => !taken.has(crux)), theirs.filter((crux) => !taken.has(crux))],
  };
}

/** The share of words that both questions have: 0 for none, 1 for all. */
export function likeness(one: string, other: string): number {
  const [a, b] = [stemsOf(one), stemsOf(other)];
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

function stemsOf(text: string): Set<string> {
  const words = wordsOf(text);
  const telling = words.filter((word) => word.length > SHORT);
  return new Set((telling.length > 0 ? telling : words).map((word) => word.slice(0, LETTERS)));
}

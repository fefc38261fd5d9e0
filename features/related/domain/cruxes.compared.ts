/** Cruxes of two conclusions that ask the same, by the words of their questions. */

import { type Both, both } from "../../../domain/base/both.ts";
import { stemsOf, wordsOf } from "../../../domain/base/text/words.text.ts";
import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";

export type Crux = Conclusion["cruxes"][number];

export interface MatchedCruxes {
  pairs: Both<Crux>[];
  /** Those of each that no other one is like. */
  rest: Both<Crux[]>;
}

/** Of the words that two questions have together, 0–1. */
const LEAST_SHARED = 0.4;

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
  const [a, b] = both([one, other], tellingOf);
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

/** A question of short words alone is told by all of them. */
function tellingOf(text: string): Set<string> {
  const words = wordsOf(text);
  const stems = stemsOf(words);
  return stems.size > 0 ? stems : new Set(words);
}

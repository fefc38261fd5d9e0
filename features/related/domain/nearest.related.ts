/** Which past debates ask nearly the same, and which were made from one another. */
import { searchByWords } from "../../../domain/rules/retrieval/lexical.ts";

interface Asked {
  id: string;
  topic: string;
}

/** Of the score that the question itself has. A third of a question's words scores less, one more scores higher. */
const LEAST = 0.2;
/** Characters, as lists have them of a long topic. */
const LONGEST_TOPIC = 1_000;

/** By the words that the topics share; scores are 0 to 1. */
export function nearestTopics(
  own: Asked,
  { others, limit }: { others: readonly Asked[]; limit: number },
): { id: string; score: number }[] {
  const query = own.topic.slice(0, LONGEST_TOPIC);
  const documents = [{ ...own, topic: query }, ...others].map(({ id, topic }) => ({ id, text: topic }));
  const found = searchByWords({ documents, query, topK: documents.length });
  const whole = found.find(({ document }) => document.id === own.id)?.score ?? 0;
  return found
    .filter(({ document, score }) => document.id !== own.id && score >= LEAST * whole)
    .slice(0, limit)
    .map(({ document, score }) => ({ id: document.id, score: Math.round(Math.min(1, score / whole) * 100) / 100 }));
}

export interface Relative {
  id: string;
  /** Ids of debates that it came from, or that came from it. */
  kin: readonly string[];
}

/** Ids of the debate and of all that are its kin, also by others of these. */
export function familyOf(own: Relative, others: readonly Relative[]): Set<string> {
  const kin = new Map<string, Set<string>>();
  const join = (one: string, other: string) => kin.set(one, (kin.get(one) ?? new Set()).add(other));
  for (const { id, kin: its } of [own, ...others])
    for (const other of its) {
      join(id, other);
      join(other, id);
    }
  const family = new Set([own.id]);
  for (const id of family) for (const other of kin.get(id) ?? []) family.add(other);
  return family;
}

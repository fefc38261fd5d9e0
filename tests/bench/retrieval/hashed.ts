/**
 * Vectors that follow from letters alone: hashed words and parts of words. They know no language, so they find what
 * shares words or parts of words.
 */

const SIZE = 1_024;
/** Shorter words are mostly grammar. */
const SHORTEST = 4;
/** Letters of a part: "colonies" and "colonization" share "colon". */
const PART = 5;

export function hashedVector(text: string): number[] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    if (word.length < SHORTEST) continue;
    for (const part of partsOf(word)) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const vector = Array.from({ length: SIZE }, () => 0);
  for (const [part, count] of counts) {
    const hash = hashOf(part);
    const at = hash % SIZE;
    // Half of the parts count negatively, so that parts of one place cancel out rather than look alike.
    vector[at] = (vector[at] ?? 0) + (hash & SIZE ? 1 : -1) * (1 + Math.log(count));
  }
  // A text without words: no vector is all zeros.
  if (counts.size === 0) vector[0] = 1;
  return vector;
}

function partsOf(word: string): string[] {
  const parts = [`=${word}`];
  for (let from = 0; from + PART <= word.length; from++) parts.push(word.slice(from, from + PART));
  return parts;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

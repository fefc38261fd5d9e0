/**
 * Which passages are right: those that hold more than half of an answer. A passage may cut an answer in two, and then one
 * of them is right.
 */

/** Their numbers from 1. `passages`, joined, are the text. */
export function rightPassages(passages: readonly string[], spans: readonly string[]): Set<number> {
  const text = passages.join("");
  const right = new Set<number>();
  for (const span of spans) {
    const from = text.indexOf(span);
    let start = 0;
    for (const [i, passage] of passages.entries()) {
      const end = start + passage.length;
      const held = Math.min(end, from + span.length) - Math.max(start, from);
      if (from >= 0 && held > span.length / 2) right.add(i + 1);
      start = end;
    }
  }
  return right;
}

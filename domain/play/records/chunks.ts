/** Passages in chunks that fit into one item each. A page stands in one chunk, unless it is larger than a chunk. */

import { bytesOf } from "../../base/text/text.ts";
import type { PassageText } from "../../shapes/files/passage.files.ts";
import type { PassageChunk } from "./files.record.ts";

/** Bytes of JSON. An item has at most 400 KB. */
const CHUNK_BYTES = 200_000;

export function chunksOf(passages: readonly PassageText[]): PassageChunk[] {
  const chunks: { first: number; passages: PassageText[]; bytes: number }[] = [];
  for (const [at, page] of pagesWithPlaces(passages)) {
    const sized = page.map((passage) => ({ passage, bytes: bytesOf(JSON.stringify(passage)) + 1 }));
    const whole = sized.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [i, { passage, bytes }] of sized.entries()) {
      const last = chunks.at(-1);
      const needed = i === 0 ? Math.min(whole, CHUNK_BYTES) : bytes;
      if (last && last.bytes + needed <= CHUNK_BYTES) {
        last.passages.push(passage);
        last.bytes += bytes;
      } else chunks.push({ first: at + i, passages: [passage], bytes });
    }
  }
  return chunks.map(({ first, passages: own }, i) => ({ chunk: i + 1, first, passages: own }));
}

/** The passages of each page, and `n` of the first of them. */
function pagesWithPlaces(passages: readonly PassageText[]): [at: number, page: PassageText[]][] {
  const pages: [number, PassageText[]][] = [];
  for (const [i, passage] of passages.entries()) {
    const last = pages.at(-1)?.[1];
    if (last && last[0]?.[0] === passage[0]) last.push(passage);
    else pages.push([i + 1, [passage]]);
  }
  return pages;
}

/** The first and the last page of a chunk. */
export function pagesOfChunk({ passages }: PassageChunk): readonly [first: number, last: number] {
  return [passages[0]?.[0] ?? 1, passages.at(-1)?.[0] ?? 1];
}

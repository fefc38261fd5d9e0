import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunksOf, pagesOfChunk } from "../../../domain/play/records/chunks.ts";
import { LONGEST_PASSAGE, passageId } from "../../../domain/shapes/files/passage.files.ts";
import { splitPages } from "../../../domain/shapes/files/passages.files.ts";
import { tidy } from "../../../domain/shapes/files/tidy.ts";

const text = fc
  .array(fc.constantFrom("word ", "An end. ", "\n", "\n\n", " ".repeat(60), "x".repeat(900), "🎉", "\r\n", "\t"), {
    maxLength: 400,
  })
  .map((parts) => tidy(parts.join("")));
const pages = fc.array(text, { maxLength: 6 });

describe("Passages", () => {
  test("of a page, joined, are the page, and none is blank or too long or cuts a character.", () => {
    fc.assert(
      fc.property(pages, (all) => {
        const passages = splitPages(all);
        for (const [i, page] of all.entries())
          expect(passages.flatMap(([n, part]) => (n === i + 1 ? [part] : [])).join("")).toBe(page);
        for (const [, part] of passages) {
          expect(part.length).toBeLessThanOrEqual(LONGEST_PASSAGE);
          expect(part.trim()).not.toBe("");
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test("end at empty lines where they can, and else after sentences.", () => {
    const paragraph = "A sentence of some length. ".repeat(30).trim();
    const [first] = splitPages([Array.from({ length: 4 }, () => paragraph).join("\n\n")]);
    expect(first?.[1]).toBe(`${paragraph}\n\n`);
    const [long] = splitPages(["A sentence of some length. ".repeat(300).trim()]);
    expect(long?.[1]).toMatch(/length\. $/);
  });

  test("keep a paragraph whole that is longer than wished.", () => {
    const paragraph = "word ".repeat(600).trim();
    expect(splitPages([`${paragraph}\n\n${paragraph}`]).map(([, part]) => part.length)).toEqual([3001, 2999]);
  });

  test("have an id that follows from the file and their order.", () => {
    expect(passageId({ fileId: "file-20261121-051254-7K2M9Q", n: 12 })).toBe("file-20261121-051254-7K2M9Q#12");
  });
});

describe("Chunks", () => {
  test("have all passages in their order, each below an item's limit, and know their pages.", () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: 40 }), (all, times) => {
        const passages = splitPages(Array.from({ length: times }, () => all).flat());
        const chunks = chunksOf(passages);
        expect(chunks.flatMap((chunk) => chunk.passages)).toEqual(passages);
        let n = 1;
        for (const chunk of chunks) {
          expect(chunk.first).toBe(n);
          n += chunk.passages.length;
          expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThan(300_000);
          const [first, last] = pagesOfChunk(chunk);
          expect(chunk.passages.every(([page]) => page >= first && page <= last)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("keep a page together that fits into one.", () => {
    const chunks = chunksOf(splitPages(Array.from({ length: 30 }, () => "A sentence. ".repeat(2_000).trim())));
    expect(chunks.length).toBeGreaterThan(2);
    const pagesIn = chunks.map(pagesOfChunk);
    for (const [i, [first]] of pagesIn.entries()) if (i > 0) expect(first).toBeGreaterThan(pagesIn[i - 1]?.[1] ?? 0);
  });
});

test("A text is tidied once: again changes nothing.", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (raw) => {
      expect(tidy(tidy(raw))).toBe(tidy(raw));
    }),
  );
  expect(tidy(" a \r\n\r\n\r\n\r\nb\u000cc \ud800 ")).toBe("a\n\nb\nc \ufffd");
});

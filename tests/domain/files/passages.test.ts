import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chunksOf, pagesOfChunk } from "../../../domain/play/records/chunks.ts";
import { requirePassages } from "../../../domain/shapes/files/limits.files.ts";
import { LONGEST_PASSAGE, MOST_PASSAGES, passageId } from "../../../domain/shapes/files/passage.files.ts";
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

  test("of source code end at lines, and of a text without sentences between words.", () => {
    const line = `  const value = read("a. b", 'c! d'); // It is read.`;
    const code = splitPages([`${line}\n`.repeat(300).trim()], { isCode: true });
    expect(code.length).toBeGreaterThan(5);
    for (const [, part] of code.slice(0, -1)) expect(part).toMatch(/It is read\.\n$/);
    const words = splitPages([`${"x".repeat(90)} `.repeat(100).trim()]);
    for (const [, part] of words) expect(part.trimEnd()).toMatch(/^(x{90} )*x{90}$/);
    // Code without blanks, and a text without any mark of a word's end in reach.
    for (const [, part] of splitPages([`${"y".repeat(70)},`.repeat(200)])) expect(part).toMatch(/^(y{70},)+$/);
    expect(splitPages([`${"z".repeat(3_000)} ${"z".repeat(900)}`.repeat(2)])[0]?.[1]).toBe(`${"z".repeat(3_000)} `);
  });

  test("are never more than a search takes, whatever one page is made of, up to the longest text.", () => {
    const shape = fc.oneof(
      fc.constantFrom("a\n\n", "x", "word ", "An end. ", "line\n", "文。", "🎉", "{a:1},"),
      fc.string({ minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 9_000 }).map((length) => `${"p".repeat(length)}\n\n`),
    );
    const sizes = fc.constantFrom(9_600_000, 20_971_520, 40_000_000);
    fc.assert(
      fc.property(fc.array(shape, { minLength: 1, maxLength: 6 }), sizes, fc.boolean(), (parts, size, isCode) => {
        const unit = tidy(parts.join("")).padEnd(1, "x");
        const all = splitPages(
          [
            unit
              .concat("\n\n")
              .repeat(size / (unit.length + 2))
              .trim(),
          ],
          { isCode },
        );
        expect(all.length).toBeLessThanOrEqual(MOST_PASSAGES);
      }),
      { numRuns: 12 },
    );
  });

  test("of many pages are at most as many as a search takes, as long as one page is one passage.", () => {
    const page = "A sentence of some length. ".repeat(120).trim();
    expect(splitPages(Array.from({ length: 10_000 }, () => page))).toHaveLength(10_000);
    // Half of these pages are longer than a passage can be.
    const full = splitPages(Array.from({ length: 8_000 }, (_, i) => `${page} ${page.slice(0, i % 3 ? 1_500 : 100)}`));
    expect(() => requirePassages(MOST_PASSAGES)).not.toThrow();
    expect(full.length).toBeGreaterThan(MOST_PASSAGES);
    expect(() => requirePassages(full.length)).toThrow(
      `the file cannot be taken: it has ${full.length} passages of text, and may have 12000: hand in its pages in parts`,
    );
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

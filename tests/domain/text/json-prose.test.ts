import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProseReader } from "../../../domain/base/text/json-prose.ts";
import { wellFormed } from "../../../domain/base/text/well-formed.ts";
import { runs } from "../../support/debates/runs.ts";

/** What is passed on of an answer that comes in these pieces. */
function heard(...pieces: string[]): string[] {
  const said: string[] = [];
  const read = createProseReader("critique", (text) => said.push(text));
  for (const piece of pieces) read(piece);
  return said;
}

/** With every character as an escape of its own, as some models write those that are not ASCII. */
const escaped = (text: string) =>
  Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`).join("");

/** An answer with any text and any rest, cut anywhere. */
const answer = fc
  .record({
    text: fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.string({ unit: fc.constantFrom("\ud83d", "\ude80", "a"), maxLength: 10 }),
    ),
    rest: fc.jsonValue({ maxDepth: 2 }),
    fenced: fc.boolean(),
    escapes: fc.boolean(),
    cuts: fc.array(fc.nat(200), { maxLength: 30 }),
  })
  .map(({ text, rest, fenced, escapes, cuts }) => {
    const first = escapes ? `"${escaped(text)}"` : JSON.stringify(text);
    const json = `{ "critique" : ${first}, "rest": ${JSON.stringify(rest)} }`;
    const whole = fenced ? `\`\`\`json\n${json}\n\`\`\`` : json;
    const places = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length];
    return { text, pieces: places.slice(1).map((to, i) => whole.slice(places[i], to)) };
  });

describe("the prose of a structured answer", () => {
  it("is passed on whole, wherever the answer is cut into pieces, and nothing beside it", () => {
    fc.assert(
      fc.property(answer, ({ text, pieces }) => {
        expect(heard(...pieces).join("")).toBe(wellFormed(text));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("is passed on piece by piece, a half escape with the next piece", () => {
    expect(heard('{"crit', 'ique": "It ', "fails\\", "n\\ud8", "3d\\ude00 the", 're", "score": "no')).toEqual([
      "It ",
      "fails",
      "\n",
      "😀 the",
      "re",
    ]);
  });

  it.each([
    ["another field comes first", ['{"score": 3, "critique": "It fails."}']],
    ["the first field is no text", ['{"critique": 3}']],
    ["the answer is no object", ["It fails, ", "I am afraid."]],
    ["the object begins late", [" ".repeat(1_001), '{"critique": "It fails."}']],
  ])("is not passed on when %s", (_what, pieces) => {
    expect(heard(...pieces)).toEqual([]);
  });

  it("ends where the answer is no JSON any more", () => {
    expect(heard('{"critique": "It ', "fails\\x here", " and there")).toEqual(["It "]);
  });
});

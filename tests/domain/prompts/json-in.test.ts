import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonIn } from "../../../domain/prompts/parts/json-in.ts";

const BALLOT = { winner: "p1", why: 'She said "tolls, }" and {more}.', scores: { p1: [80, 70] } };
const JSON_TEXT = JSON.stringify(BALLOT, null, 2);

describe("JSON in a reply", () => {
  it.each([
    ["nothing else", JSON_TEXT],
    ["space around it", `\n\n ${JSON_TEXT}\n`],
    ["a fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ["a fence in capitals", `\`\`\`JSON\n${JSON_TEXT}\n\`\`\``],
    ["a fence of another language", `~~~jsonc\n${JSON_TEXT}\n~~~`],
    ["a sentence before", `Here is my ballot:\n\n${JSON_TEXT}`],
    ["a sentence behind a fence", `\`\`\`json\n${JSON_TEXT}\n\`\`\`\nI hope this helps.`],
    ["braces in the words before", `By the rules {of the format} it is: ${JSON_TEXT}`],
    ["a brace that nobody closes", `I think {so: ${JSON_TEXT}`],
    ["a thought before", `<think>\nSo {it} is.\n</think>\n${JSON_TEXT}`],
    ["commas too many", JSON_TEXT.replaceAll(/([}\]\d])\n(\s*[}\]])/g, "$1,\n$2")],
  ])("is found with %s", (_, text) => {
    expect(jsonIn(text)).toEqual([BALLOT]);
  });

  it("is found as often as it stands there, in its order", () => {
    expect(jsonIn(`A draft: {"n": 1}. Now {"n": 2,}!`)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it.each(["", "No ballot.", '{"winner": "p1", "why": "She', "{", "}{", '{"a": }'])("is not found in %j", (text) => {
    expect(jsonIn(text)).toEqual([]);
  });

  it("that is whole is itself, whatever it is", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonIn(text)).toEqual([JSON.parse(text)]);
      }),
    );
  });

  it("takes its time from the length alone", () => {
    for (const text of ["{".repeat(200_000), `{"${'\\"'.repeat(200_000)}`, "{,".repeat(100_000), '{"'.repeat(100_000)])
      expect(jsonIn(text)).toEqual([]);
  });
});

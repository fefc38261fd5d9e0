import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createThoughtFilter } from "../../../../activities/models/hearing/thoughts.ts";

function heard(pieces: string[]) {
  const told = { said: "", thought: "" };
  const filter = createThoughtFilter({
    say: (text) => void (told.said += text),
    think: (text) => void (told.thought += text),
    unsay: () => {
      told.thought = told.said + told.thought;
      told.said = "";
    },
  });
  for (const piece of pieces) filter.hear(piece);
  filter.end();
  return told;
}

const SAID = "Tolls cut traffic.\n\nThe money pays for buses.";
const THOUGHT = "Secretly I doubt my side.";

const SHAPES: [string, string, { said: string; thought: string }][] = [
  ["a block", `<think>\n${THOUGHT}\n</think>\n\n${SAID}`, { said: SAID, thought: `\n${THOUGHT}\n` }],
  ["a block of another name", `<reasoning>${THOUGHT}</reasoning>${SAID}`, { said: SAID, thought: THOUGHT }],
  ["space before it", `\n \n<think>${THOUGHT}</think> ${SAID}`, { said: SAID, thought: THOUGHT }],
  ["an empty block", `<think>\n\n</think>\n\n${SAID}`, { said: SAID, thought: "\n\n" }],
  ["two blocks", `<think>a</think>\n<think>b</think>\n${SAID}`, { said: SAID, thought: "ab" }],
  ["a closing mark alone", `${THOUGHT}\n</think>\n\n${SAID}`, { said: SAID, thought: THOUGHT }],
  ["a closing mark alone, at the end", `${THOUGHT}\n</think>`, { said: "", thought: THOUGHT }],
  ["thoughts alone", `<think>\n${THOUGHT}\n</think>\n`, { said: "", thought: `\n${THOUGHT}\n` }],
  ["thoughts that were cut", `<think>${THOUGHT}`, { said: "", thought: THOUGHT }],
  [
    "harmony",
    `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${SAID}<|return|>`,
    { said: SAID, thought: THOUGHT },
  ],
  [
    "harmony without its last mark",
    `<|channel|>analysis<|message|>${THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>${SAID}`,
    { said: SAID, thought: THOUGHT },
  ],
  ["harmony's thoughts alone", `<|channel|>analysis<|message|>${THOUGHT}`, { said: "", thought: THOUGHT }],
  ["no thought", SAID, { said: SAID, thought: "" }],
  [
    "a mark that is spoken about",
    "Models write `<think>` first.",
    { said: "Models write `<think>` first.", thought: "" },
  ],
  [
    "marks that are spoken about in lines",
    "A block is <think>so</think> and\n</think> ends it, says\nsomebody.",
    { said: "A block is <think>so</think> and\n</think> ends it, says\nsomebody.", thought: "" },
  ],
  [
    "a closing mark after a block",
    `<think>a</think>${SAID}\n</think>\nIt goes on.`,
    { said: `${SAID}\n</think>\nIt goes on.`, thought: "a" },
  ],
  ["less than a mark", "<thin", { said: "<thin", thought: "" }],
  ["nothing", "", { said: "", thought: "" }],
];

describe("thoughts in a text", () => {
  it.each(SHAPES)("are told apart in whole and letter by letter: %s", (_, text, told) => {
    expect(heard([text])).toEqual(told);
    expect(heard(text.split(""))).toEqual(told);
  });

  it("are the same however the text is cut", () => {
    const cut = fc.tuple(fc.constantFrom(...SHAPES), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }));
    fc.assert(
      fc.property(cut, ([[, text, told], lengths]) => {
        const pieces: string[] = [];
        for (let at = 0, n = 0; at < text.length; n++) {
          const length = lengths[n % lengths.length] ?? 1;
          pieces.push(text.slice(at, at + length));
          at += length;
        }
        expect(heard(pieces)).toEqual(told);
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { piecesOf } from "../../../../activities/models/hearing/content.ts";
import { createJoiner } from "../../../../activities/models/hearing/well-formed.ts";

describe("a reply's content", () => {
  it.each([
    ["text", "Tolls.", [["said", "Tolls."]]],
    ["nothing", null, []],
    ["no field", undefined, []],
    ["a part of text", [{ type: "text", text: "Tolls." }], [["said", "Tolls."]]],
    [
      "Mistral's thoughts before its text",
      [
        { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
        { type: "text", text: "Tolls." },
      ],
      [
        ["thought", "Hm."],
        ["said", "Tolls."],
      ],
    ],
    [
      "a part that is text itself",
      ["Tolls.", { type: "output_text", text: " Trams." }],
      [
        ["said", "Tolls."],
        ["said", " Trams."],
      ],
    ],
    ["one part alone", { type: "text", text: "Tolls." }, [["said", "Tolls."]]],
    ["a refusal", [{ type: "refusal", refusal: "I will not." }], [["refusal", "I will not."]]],
    ["a picture", [{ type: "image_url", image_url: {} }], [["odd", ""]]],
    ["a number", 7, [["odd", ""]]],
    ["lists in lists", [[["Tolls."]]], [["odd", ""]]],
  ])("is heard: %s", (_, content, pieces) => {
    expect(piecesOf(content).map(({ kind, text }) => [kind, text])).toEqual(pieces);
  });
});

describe("text in pieces", () => {
  it("has whole characters, and half of one alone is replaced", () => {
    const joiner = createJoiner();
    const pieces = ["a\ud83d", "\ude80b", "\ud83d", "c\ude80", "\u0000d\u001b\n\t", "\ud83d"];
    const whole = pieces.map((piece) => joiner.join(piece)).join("") + joiner.end();
    expect(whole).toBe("a🚀b\ufffdc\ufffdd\n\t\ufffd");
  });
});

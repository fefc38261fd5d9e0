import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf } from "../../../../activities/models/hearing/content.model.ts";
import { createJoiner } from "../../../../activities/models/hearing/joiner.ts";
import { wellFormed } from "../../../../domain/base/text/well-formed.ts";
import { runs } from "../../../support/debates/runs.ts";

/** Halves of characters, controls, and a few others: what may be cut or must go. */
const CODE_UNITS = fc.constantFrom(..."\ud83d\ude80\ud800\udfff\u0000\u001b\u007f\n\t\ufffe".split(""), "a", "é", "🚀");

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

  it("is what the whole is, wherever it was cut, and each piece is whole by itself", () => {
    const texts = fc.array(fc.string({ unit: CODE_UNITS }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (pieces) => {
        const joiner = createJoiner();
        const said = [...pieces.map((piece) => joiner.join(piece)), joiner.end()];
        expect(said.join("")).toBe(wellFormed(pieces.join("")));
        expect(said.every((piece) => piece.isWellFormed())).toBe(true);
      }),
      { numRuns: runs(5_000) },
    );
  });
});

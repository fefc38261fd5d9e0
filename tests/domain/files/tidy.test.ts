import fc from "fast-check";
import { expect, test } from "vitest";
import { tidy } from "../../../domain/shapes/files/tidy.ts";

const PIECES = ["\r", "\n", "\r\n", " ", "\t", "a", "b c", "\f", "\u2028", " ".repeat(30), "\n\n\n", "x\n"];

test("A text is tidied block by block as it is tidied whole.", () => {
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, block) => {
      expect(tidy(text, { block })).toBe(tidy(text));
    }),
  );
});

test("Lines end in line feeds, with one empty line between two at most and no white space around.", () => {
  expect(tidy(" \r\n a  \r\rb\u2028\n\n\nc\f ")).toBe("a\n\nb\n\nc");
});

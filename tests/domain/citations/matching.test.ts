import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFinder, hasWords, normalised, wordKey } from "../../../domain/base/text/normalise-text.ts";
import { runs } from "../../support/debates/runs.ts";

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 12 });

describe("a normalised text", () => {
  it("does not change when it is normalised again", () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(normalised(normalised(t))).toBe(normalised(t));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("is the same in capitals and small letters", () => {
    fc.assert(
      fc.property(words, (list) => {
        expect(normalised(list.join(" ").toUpperCase())).toBe(list.join(" "));
      }),
    );
  });

  it("is the same however its words are spaced", () => {
    const gap = fc.constantFrom(" ", "  ", "\n", "\t", "\u00a0", " \u200b ");
    fc.assert(
      fc.property(words, gap, (list, space) => {
        expect(normalised(`${space}${list.join(space)}`)).toBe(list.join(" "));
      }),
    );
  });

  it("is the same with every kind of quotation mark and apostrophe", () => {
    const mark = fc.constantFrom(...Array.from("\"'‘’‚“”„«»‹›`´"));
    fc.assert(
      fc.property(words, mark, (list, m) => {
        expect(normalised(list.join(m))).toBe(list.join("'"));
      }),
    );
  });

  it("is the same with every kind of dash, spaced or not", () => {
    const dash = fc.constantFrom("-", "–", "—", " – ", " — ", "−", " -- ");
    fc.assert(
      fc.property(words, dash, (list, d) => {
        expect(normalised(list.join(d))).toBe(list.join("-"));
      }),
    );
  });

  it("takes composed and decomposed letters for the same", () => {
    expect(normalised("cafe\u0301")).toBe(normalised("CAFÉ"));
    expect(normalised("ΟΔΟΣ")).toBe(normalised("οδος"));
  });
});

describe("a finder", () => {
  it("finds every passage of a text, however it is typed", () => {
    fc.assert(
      fc.property(words, fc.nat(12), fc.nat(12), (list, a, b) => {
        const passage = list.slice(Math.min(a, b), Math.max(a, b) + 1);
        fc.pre(passage.length > 0);
        expect(createFinder(list.join(" "))(` ${passage.join("\n").toUpperCase()}. `)).toBe(true);
      }),
    );
  });

  it("finds a passage with words left out, in their order only", () => {
    const has = createFinder("Cars are loud, they are large, and they are dear.");
    expect(has("Cars are loud … they are dear")).toBe(true);
    expect(has("cars are loud [...] dear")).toBe(true);
    expect(has("they are dear ... cars are loud")).toBe(false);
  });

  it("finds nothing where nothing but marks is asked for", () => {
    expect(createFinder("A text.")(" … ")).toBe(false);
  });

  it("does not find other words", () => {
    expect(createFinder("Cars are loud.")("cars are silent")).toBe(false);
  });
});

describe("words", () => {
  it("are counted in languages without spaces too", () => {
    expect(hasWords("Streets are for people, aren't they?", 6)).toBe(true);
    expect(hasWords("Streets are for people, aren't they?", 7)).toBe(false);
    expect(hasWords("街道是为人们而建的", 4)).toBe(true);
    expect(hasWords(" – … ", 1)).toBe(false);
  });

  it("make a key that punctuation and case do not change", () => {
    expect(wordKey("Yes: ban cars!")).toBe(wordKey("yes, “ban”  CARS"));
    expect(wordKey("Ban cars")).not.toBe(wordKey("Ban all cars"));
  });
});

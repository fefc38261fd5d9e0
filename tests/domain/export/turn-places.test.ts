/** Models write ids of turns in their prose. Readers are told places instead: who spoke, and in which round. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENGLISH } from "../../../domain/base/words/english.words.ts";
import { wordsOf } from "../../../domain/base/words/words.ts";
import { splitAtTurns, turnId, withTurnsNamed } from "../../../domain/shapes/turn-ids.ts";
import { placesIn, withPlaces } from "../../../domain/show/report/names.report.ts";
import { configFor, roundsOf } from "../../support/debates/transcripts.ts";

const turns = roundsOf(configFor(), 3);
const telling = { words: ENGLISH, turns };

const id = fc.record({
  generation: fc.integer({ min: 1, max: 999 }),
  round: fc.integer({ min: 0, max: 999 }),
  index: fc.integer({ min: 1, max: 99 }),
});
const dash = fc.constantFrom("-", "‐", "‑", "‒", "–", "—", "−");
/** Marks and letters of other scripts that may stand right beside an id. */
const before = fc.constantFrom("", " ", "(", "[", "_", "**", "`", '"', "„", "siehe ", "，", "#", "/");
const after = fc.constantFrom("", " ", ")", "]", "_", "**", "`", '"', "“", "'s point", ".", "。", ", ", "–", "/");
const written = fc
  .tuple(id, dash, dash, fc.boolean(), before, after)
  .map(([{ generation, round, index }, first, second, isUpper, open, close]) => {
    const plain = `g${generation}${first}r${round}${second}t${index}`;
    return { id: turnId(generation, round, index), text: `${open}${isUpper ? plain.toUpperCase() : plain}${close}` };
  });
const RAW = /g\d+\W?r\d+\W?[ti]\d+/i;

describe("ids of turns in a model's prose", () => {
  it("are found in every form in which models write them, and nothing else of the text changes", () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), (all) => {
        const text = all.map((one) => one.text).join(" and ");
        const named = splitAtTurns(text).flatMap((part) => (typeof part === "string" ? [] : [part.id]));
        expect(named).toEqual(all.map((one) => one.id));
        expect(withTurnsNamed(text, (_, asWritten) => asWritten)).toBe(text);
      }),
    );
  });

  it("reach no reader, wherever they stand in a value, and who spoke is named", () => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), (all) => {
        const text = all.map((one) => one.text).join(" and ");
        const placed = withPlaces(text, telling);
        expect(placed).not.toMatch(RAW);
        expect(withPlaces(placed, telling)).toBe(placed);
        const value = placesIn(
          { conclusion: { answer: { text }, nextSteps: [{ action: text }] }, dissent: [text] },
          telling,
        );
        expect(JSON.stringify(value)).not.toMatch(RAW);
      }),
    );
    const [first] = turns;
    expect(withPlaces(`As _${first?.id.toUpperCase()}_ says`, telling)).toBe(
      `As _${first?.participant}, round 1_ says`,
    );
  });

  it("stay in the fields that lead to turns, and in the words of exhibits", () => {
    const kept = {
      turnIds: ["g1-r1-t1"],
      points: { p1: { turn: "g1-r2-t1" } },
      quotes: [{ ref: "E1", text: "g1-r1-t1" }],
    };
    expect(placesIn(kept, telling)).toEqual(kept);
  });

  it("have a place where nobody is known to have said it, in the report's language", () => {
    expect(withPlaces("g9-r8-t7, g9-r8-i6", telling)).toBe("round 8, turn 7, round 8, remark 6");
    const german = { words: wordsOf({ language: "de" }), turns };
    expect(withPlaces(`${turns[2]?.id} und g1-r9-t1`, german)).toBe(
      `${turns[2]?.participant}, Runde ${turns[2]?.round} und Runde 9, Beitrag 1`,
    );
  });

  it("are no other words", () => {
    const text = "g1-r1 and r1-t1, xg1-r1-t1, g1-r1-t1234, g1-r1-poll-1, 1g1-r1-t1, g1-b1-given";
    expect(splitAtTurns(text)).toEqual([text]);
  });
});

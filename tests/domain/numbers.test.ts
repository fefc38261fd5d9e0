import { describe, expect, it } from "vitest";
import { amountOf, countOf, finiteOf, retryAfterMsOf, tokensOf, waitMsOf } from "../../domain/shapes/numbers.shape.ts";

/** What servers write in place of numbers. */
const NONE = [undefined, null, "", "100", "NaN", true, [], [1], {}, Number.NaN, Infinity, -Infinity];

describe("a number from outside", () => {
  it.each([countOf, tokensOf, amountOf, finiteOf])("is not known where it is none: %o", (read) => {
    expect(NONE.map(read)).toEqual(NONE.map(() => null));
  });

  it("is a count if it is whole, from 0, and sums keep it exact", () => {
    expect([0, -0, 7, Number.MAX_SAFE_INTEGER].map(countOf)).toEqual([0, 0, 7, Number.MAX_SAFE_INTEGER]);
    expect([-1, 0.5, 2 ** 53, 1e308].map(countOf)).toEqual([null, null, null, null]);
  });

  it("is no count of tokens above what any model takes", () => {
    expect([2_000_000, 10_000_000].map(tokensOf)).toEqual([2_000_000, 10_000_000]);
    expect([10_000_001, 1e12].map(tokensOf)).toEqual([null, null]);
  });

  it("is an amount from 0", () => {
    expect([0, 0.15, -0.1].map(amountOf)).toEqual([0, 0.15, null]);
    expect(finiteOf(-0.1)).toBe(-0.1);
  });
});

describe("the wait that a server asks for", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  const read = (header?: string) => retryAfterMsOf(header, now);

  it("is in seconds, or a date", () => {
    expect([read("120"), read(" 2 "), read("0.5"), read("0")]).toEqual([120_000, 2_000, 500, 0]);
    expect(read("Sat, 21 Nov 2026 12:01:00 GMT")).toBe(60_000);
    expect(read("Sat, 21 Nov 2026 11:00:00 GMT")).toBe(0);
    expect(read("2026-11-21T12:00:30Z")).toBe(30_000);
    expect(waitMsOf("1500", 1)).toBe(1_500);
  });

  it("is not known if it is neither", () => {
    // JavaScript reads some of these as dates of 2000 or 2001, which would mean no wait at all.
    for (const header of [
      undefined,
      "",
      "soon",
      "-1",
      "-1.5",
      "1e9",
      "0x10",
      "1,5",
      "12 s",
      "NaN",
      "Infinity",
      "99999999999",
    ])
      expect([header, read(header)]).toEqual([header, null]);
  });
});

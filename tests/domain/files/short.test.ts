/** Which files stand in every prompt. */
import { expect, test } from "vitest";
import { areShort, charactersIn } from "../../../domain/shapes/files/short.ts";

test("Texts of 60,000 characters together are short, and one more is too many.", () => {
  expect(areShort([])).toBe(true);
  expect(areShort([59_000, 1_000])).toBe(true);
  expect(areShort([59_000, 1_001])).toBe(false);
});

test("Pages are counted one after another, no further than it matters.", async () => {
  const read: number[] = [];
  const count = (length: number, last: number) =>
    charactersIn({ first: 2, last }, async (n) => {
      read.push(n);
      return "a".repeat(length);
    });
  expect(await count(10, 4)).toBe(30);
  expect(read.splice(0)).toEqual([2, 3, 4]);
  expect(areShort([await count(25_000, 500)])).toBe(false);
  expect(read).toEqual([2, 3, 4]);
});

import { expect, test } from "vitest";
import { money } from "../../../domain/base/words/figures.words.ts";
import { fitted, lasting } from "../../../infra/cli/base/spinner.ts";

test.each([
  [null, "cost unknown"],
  [0, "$0"],
  [0.00125, "$0.0013"],
  [0.5, "$0.5000"],
  [1, "$1.00"],
  [1.001, "$1.01"],
  [12.34, "$12.34"],
])("a sum of %j is shown as %s", (amount, text) => {
  expect(money(amount)).toBe(text);
});

test.each([
  [0, ""],
  [999, ""],
  [7_400, " · 7 s"],
  [60_000, " · 1 min 0 s"],
  [125_000, " · 2 min 5 s"],
])("%i ms of waiting are shown as %j", (ms, text) => {
  expect(lasting(ms)).toBe(text);
});

test.each([
  ["Ada at work", 11, "Ada at work"],
  ["Ada at work", 9, "Ada at…"],
  ["安娜 at work", 12, "安娜 at work"],
  ["安娜 at work", 7, "安娜…"],
])("%s in %i columns is %s", (text, columns, shown) => {
  expect(fitted(text, columns)).toBe(shown);
});

import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurnstile } from "../../../api/http/turnstile.ts";

test("Many that wake together go on a few at a time, in order, and the loop turns in between.", async () => {
  const nextTurn = createTurnstile(8);
  const passed: number[] = [];
  const all = Array.from({ length: 100 }, async (_, n) => {
    await nextTurn();
    passed.push(n);
  });
  let most = 0;
  for (let before = 0; passed.length < all.length; before = passed.length) {
    await setImmediate();
    most = Math.max(most, passed.length - before);
  }
  await Promise.all(all);
  expect(passed).toEqual(passed.toSorted((a, b) => a - b));
  expect(most).toBeLessThan(20);
});

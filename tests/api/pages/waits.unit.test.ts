/** What the page says of a participant that waits for its next attempt. */
import { expect, test } from "vitest";
import type { Debate } from "../../../api/pages/browser/base/wire.page-base.ts";
import { waitingIn, waitText } from "../../../api/pages/browser/views/waits.view.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const ben = (changes: object) =>
  ({ name: "Ben", status: "rate_limited", statusUntil: new Date(NOW + 11_200).toISOString(), ...changes }) as never;

test("A wait for the provider counts down to zero by the browser's clock.", () => {
  expect(waitText(ben({}), NOW)).toBe("Ben waits for the provider, 12 s");
  expect(waitText(ben({}), NOW + 20_000)).toBe("Ben waits for the provider");
});

test("A failed attempt says which one comes next, and of how many where that is known.", () => {
  expect(waitText(ben({ status: "error", attempt: 2, attempts: 3 }), NOW)).toBe(
    "Ben is asked again (attempt 2 of 3), 12 s",
  );
  expect(waitText(ben({ status: "error", attempt: 2 }), NOW)).toBe("Ben is asked again (attempt 2), 12 s");
});

test("Only participants whose next attempt is to come are shown.", () => {
  const participants = [ben({}), ben({ name: "Ada", statusUntil: undefined })];
  expect(waitingIn({ participants } as unknown as Debate)).toEqual([ben({})]);
});

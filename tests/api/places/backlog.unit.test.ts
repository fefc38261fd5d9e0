/** A backlog: when accepting goes first, and how many may wait. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type CommandRef, MOST_WAITING } from "../../../features/backlog/domain/backlog-records.ts";
import { Rush } from "../../../features/backlog/domain/rush.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** So many come each second, from a second on; returns the seconds at which it is a rush. */
function during(rush: Rush, each: number[], from = 0): number[] {
  return each.flatMap((commands, i) => {
    const now = (from + i) * SECOND;
    if (commands > 0) rush.note(commands, now);
    return rush.isOn(now) ? [from + i] : [];
  });
}

const seconds = (length: number, commands: number) => Array.from({ length }, () => commands);

test("Few are no rush, however long they come.", () => {
  expect(during(new Rush(), seconds(200, 15))).toEqual([]);
});

test("Many at once are a rush until a few seconds have passed without them.", () => {
  expect(during(new Rush(), [500, ...seconds(20, 0)])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(during(new Rush(), [100, 100, 100, 100, ...seconds(20, 2)])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("Those in line wait three minutes for others at most, and again only after a quiet while.", () => {
  const rush = new Rush();
  const whole = during(rush, seconds(600, 100));
  expect([whole.at(0), whole.at(-1), whole.length]).toEqual([0, 179, 180]);
  const [quiet, next] = [10, 5];
  expect(during(rush, seconds(quiet, 0), 600)).toEqual([]);
  expect(during(rush, seconds(next, 100), 600 + quiet)).toEqual([610, 611, 612, 613, 614]);
});

test("One that begins long after another has its own time.", () => {
  const rush = new Rush();
  rush.note(100, 0);
  rush.note(100, 5 * MINUTE);
  const later = [0, 5, 60].map((after) => rush.isOn(5 * MINUTE + after * SECOND));
  expect(later).toEqual([true, true, false]);
});

test("All that wait fit in what Temporal takes of a run that hands them on.", () => {
  const id = createHash("sha256").update("a key").digest("hex");
  const waiting = Array.from(
    { length: MOST_WAITING },
    (): CommandRef => ({ debateId: "deb-20261121-061254-3T9WXA", id }),
  );
  const payload = JSON.stringify({ tenant: "t".repeat(64), continueAfterEvents: 10_000, waiting });
  // A twentieth is left for what encrypts it.
  expect(Buffer.byteLength(payload)).toBeLessThan(0.95 * 2 * 1024 * 1024);
});

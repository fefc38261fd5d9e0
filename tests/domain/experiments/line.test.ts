import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newLedger } from "../../../domain/around/quotas/ledger.quota.ts";
import { changeLine, lineOf } from "../../../domain/around/quotas/line.quota.ts";
import {
  cellsOfEach,
  isIn,
  joined,
  type Line,
  movedUp,
  positionIn,
  without,
} from "../../../domain/around/quotas/waiting-line.ts";

const EMPTY: Line = { running: [], waiting: [] };
const NOW = new Date("2026-11-26T12:00:00Z");

const step = fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e"), leaves: fc.boolean() });

describe("a line of experiments", () => {
  it("lets them run in the order in which they came, never too many, and leaves no place empty", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), (steps, atOnce) => {
        let line = EMPTY;
        /** Everybody in line, the longest first. */
        let came: string[] = [];
        for (const { id, leaves } of steps) {
          line = movedUp(leaves ? without(line, [id]) : joined(line, id), { atOnce });
          if (leaves) came = came.filter((other) => other !== id);
          else if (!came.includes(id)) came.push(id);
          expect([...line.running, ...line.waiting]).toEqual(came);
          expect(line.running).toHaveLength(Math.min(atOnce, came.length));
          expect(came.every((other) => isIn(line, other))).toBe(true);
          expect(line.waiting.map((other) => positionIn(line, other))).toEqual(line.waiting.map((_, i) => i + 1));
        }
      }),
    );
  });

  it("is a part of the ledger only while somebody is in it", () => {
    expect(changeLine(null, NOW, (line) => line)).toBeNull();
    const begun = changeLine(null, NOW, (line) => movedUp(joined(line, "a"), { atOnce: 1 }));
    expect(lineOf(begun)).toEqual({ running: ["a"], waiting: [] });
    expect(changeLine(begun, NOW, (line) => without(line, ["a"]))).toEqual(newLedger({}, NOW));
  });

  it("shares cells out equally, at least one to each", () => {
    expect([cellsOfEach({ atOnce: 2, cells: 9 }), cellsOfEach({ atOnce: 4, cells: 2 })]).toEqual([4, 1]);
  });
});

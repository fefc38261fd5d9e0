import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { createPace } from "../../../store/log/pace.log.ts";
import { completed, delta, plain, turn } from "../fixtures.ts";

const AT = "2026-11-24T05:12:54.000Z";
const SPOKEN = { round: 1, phase: "response", participantId: "p1", attempt: 1, model: "openai/gpt-5.5" };
const started = (turnId: string) => ({ id: 1, type: "turn.started", at: AT, data: { ...SPOKEN, turnId } }) as LogEvent;
const status = (name: string) => ({ id: 1, type: "debate.status", at: AT, data: { status: name } }) as LogEvent;
const words = (turnId = "g1-r1-t1") => ({ id: 1, ...delta(1, { turnId }).event });
const whole = { id: 1, ...completed(turn("g1-r1-t1")).event };

/** The waits so many milliseconds after these events. */
function waits(events: LogEvent[], after: number[], isOwn = false): number[] {
  let now = 0;
  const pace = createPace(() => now);
  pace.see(events, isOwn);
  return after.map((ms) => {
    now = ms;
    return pace.wait();
  });
}

describe("looking for what others write", () => {
  it("waits least for the first words of a turn, and a little more the longer they take", () => {
    expect(waits([started("g1-r1-t1")], [0, 400, 5_000, 20_000, 120_000])).toEqual([25, 25, 25, 100, 250]);
  });

  it("waits for the next words of a lone speaker until they may be there", () => {
    expect(waits([started("g1-r1-t1"), words()], [0, 30, 75, 100])).toEqual([75, 45, 25, 25]);
    expect(waits([started("g1-r1-t1"), started("g1-r1-t2"), words()], [0, 30])).toEqual([25, 25]);
  });

  it("looks often between turns, while others work", () => {
    expect(waits([words(), whole], [0, 1_000, 4_000, 60_000])).toEqual([50, 50, 100, 250]);
    expect(waits([{ id: 1, ...plain(1).event }], [0])).toEqual([50]);
  });

  it("looks seldom while the debate waits for its owner, and when nobody can be at work any more", () => {
    expect(waits([status("paused")], [0, 1_000, 10_000])).toEqual([50, 250, 1_000]);
    expect(waits([started("g1-r1-t1")], [300_001])).toEqual([1_000]);
    expect(waits([status("paused"), status("running")], [10_000])).toEqual([250]);
  });

  it("leaves what this process writes to its writers", () => {
    expect(waits([started("g1-r1-t1")], [0, 400], true)).toEqual([1_000, 1_000]);
  });
});

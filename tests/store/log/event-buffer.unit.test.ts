import { describe, expect, it } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { createEventBuffer } from "../../../store/log/event-buffer.ts";
import { delta, plain, range, theEnd } from "../fixtures.ts";

const LIMITS = { most: 200_000, least: 70_000 };
const roomOf = (most = 1_000_000) => ({ used: 0, most });
const event = (id: number, length = 1_000) => ({ id, ...delta(id, { text: "x".repeat(length) }).event });
const idsOf = (events: readonly LogEvent[] | null) => events?.map(({ id }) => id);

/** Everything above `at`, by as many steps as a reader takes. */
function readAll(buffer: ReturnType<typeof createEventBuffer>, at: number): number[] {
  const ids: number[] = [];
  for (let from = at; ; ) {
    const batch = buffer.above(from) ?? [];
    const last = batch.at(-1);
    if (!last) return ids;
    ids.push(...batch.map(({ id }) => id));
    from = last.id;
  }
}

describe("events in memory", () => {
  it("are given from any place on, without those below it", () => {
    const buffer = createEventBuffer({ room: roomOf(), ...LIMITS });
    buffer.begin(10);
    for (const id of range(11, 160)) buffer.add([event(id, 10)], true);
    expect(buffer.above(9)).toBeNull();
    for (const at of [10, 11, 57, 109, 110, 111, 159]) expect(readAll(buffer, at), `${at}`).toEqual(range(at + 1, 160));
    expect(idsOf(buffer.above(160))).toEqual([]);
    expect(idsOf(buffer.above(500))).toEqual([]);
  });

  it("come in the same batch to all who are at the same place, and a batch never changes", () => {
    const buffer = createEventBuffer({ room: roomOf(), ...LIMITS });
    buffer.begin(0);
    buffer.add(
      range(1, 5).map((id) => event(id)),
      true,
    );
    const batch = buffer.above(2);
    expect(buffer.above(2)).toBe(batch);
    buffer.add([event(6)], true);
    expect(idsOf(batch)).toEqual([3, 4, 5]);
    expect(idsOf(buffer.above(2))).toEqual([3, 4, 5, 6]);
    expect(buffer.above(2)).not.toBe(batch);
  });

  it("are bounded: the oldest are dropped, and what a slow reader was given is small", () => {
    const room = roomOf();
    const buffer = createEventBuffer({ room, ...LIMITS });
    buffer.begin(0);
    const whole = buffer.above(0);
    for (const id of range(1, 1_000)) {
      buffer.add([event(id)], true);
      expect(room.used).toBeLessThanOrEqual(LIMITS.most);
      const batch = buffer.above(buffer.floor()) ?? [];
      expect(JSON.stringify(batch).length).toBeLessThan(66_000);
    }
    expect(idsOf(whole)).toEqual([]);
    expect(buffer.above(0)).toBeNull();
    expect(readAll(buffer, buffer.floor())).toEqual(range(buffer.floor() + 1, 1_000));
  });

  it("keep little when all others of the process have taken the room, and give it back", () => {
    const room = roomOf(150_000);
    const [one, other] = [createEventBuffer({ room, ...LIMITS }), createEventBuffer({ room, ...LIMITS })];
    for (const buffer of [one, other]) buffer.begin(0);
    for (const id of range(1, 140)) one.add([event(id)], true);
    for (const id of range(1, 140)) other.add([event(id)], true);
    expect(room.used).toBeLessThanOrEqual(150_000 + LIMITS.least);
    expect(other.roomBelow()).toBe(0);
    one.clear();
    other.clear();
    expect(room.used).toBe(0);
  });

  it("keep the last event, however long it is", () => {
    const buffer = createEventBuffer({ room: roomOf(), ...LIMITS });
    buffer.begin(0);
    buffer.add([event(1), event(2, 500_000)], true);
    expect(idsOf(buffer.above(1))).toEqual([2]);
  });

  it("take what lies below as long as it fits and nothing was dropped there", () => {
    const buffer = createEventBuffer({ room: roomOf(), ...LIMITS });
    buffer.begin(100);
    buffer.add([event(101)], true);
    expect(
      buffer.prepend(
        40,
        range(41, 100).map((id) => event(id)),
      ),
    ).toBe(true);
    expect(readAll(buffer, 40)).toEqual(range(41, 101));
    expect(
      buffer.prepend(
        0,
        range(1, 40).map((id) => event(id, 9_000)),
      ),
    ).toBe(false);
    buffer.closeBelow();
    expect(buffer.prepend(0, [event(40)])).toBe(false);
    expect(readAll(buffer, 40)).toEqual(range(41, 101));
  });

  it("know the log's end", () => {
    const buffer = createEventBuffer({ room: roomOf(), ...LIMITS });
    buffer.begin(0);
    buffer.add([{ id: 1, ...plain(1).event }], true);
    expect(buffer.isOver()).toBe(false);
    buffer.add([{ id: 2, ...theEnd().event }], true);
    expect(buffer.isOver()).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Bench } from "../bench.ts";
import { completed, delta, newKey, plain, range, theEnd, turn } from "../fixtures.ts";

const everything = async (store: TableStore, debate: DebateKey) =>
  (await store.log.read({ debate, after: 0, limit: 10_000 })).events;

export function describeLog(bench: () => Bench): void {
  describe("the event log", () => {
    it("numbers events from 1 without a gap and tells the head", async () => {
      const store = bench().open();
      const debate = newKey();
      expect(await store.log.append({ debate, since: 0, events: [plain(1), plain(2)] })).toMatchObject({ head: 2 });
      expect(await store.log.append({ debate, since: 2, events: [plain(3)] })).toMatchObject({ head: 3 });
      expect(await everything(bench().open(), debate)).toEqual(range(1, 3).map((id) => ({ id, ...plain(id).event })));
    });

    it("takes an event once, whoever brings it again", async () => {
      const [one, other] = [bench().open(), bench().open()];
      const debate = newKey();
      await one.log.append({ debate, since: 0, events: [plain(1)] });
      const three = { debate, since: 0, events: [plain(1), plain(2), plain(3)] };
      expect(await one.log.append(three)).toEqual({ head: 3, known: ["w/1"] });
      expect(await other.log.append(three)).toEqual({ head: 3, known: three.events.map((event) => event.key) });
      expect(await other.log.append({ debate, since: 0, events: [plain(2)] })).toMatchObject({ head: 3 });
      expect(await other.log.append({ debate, since: 0, events: [plain(1)] })).toMatchObject({ head: 1 });
      expect(await everything(one, debate)).toHaveLength(3);
    });

    it("answers an empty append with where it began", async () => {
      expect(await bench().open().log.append({ debate: newKey(), since: 4, events: [] })).toMatchObject({ head: 4 });
    });

    it("takes an event once within one call", async () => {
      const store = bench().open();
      const debate = newKey();
      expect(await store.log.append({ debate, since: 0, events: [plain(1), plain(1)] })).toMatchObject({ head: 1 });
    });

    it("takes what calls bring at once in one item, and tells none of them that it was there", async () => {
      const store = bench().open();
      const debate = newKey();
      const bring = (n: number) => store.log.append({ debate, since: 0, events: [plain(1), plain(2), plain(n)] });
      const all = await Promise.all([bring(3), bring(4), bring(5)]);
      expect(all).toEqual(all.map(() => ({ head: 5, known: [] })));
      const items = await bench().items(debate, "EVENT#");
      expect(items.map(({ keys }) => keys)).toEqual([range(1, 5).map((n) => `w/${n}`)]);
    });

    it("tells a call whose event has another's key that it was there, also when they come at once", async () => {
      const store = bench().open();
      const debate = newKey();
      const [one, other] = await Promise.all(
        [plain(1), { ...plain(2), key: "w/1" }].map((event) => store.log.append({ debate, since: 0, events: [event] })),
      );
      expect([one, other]).toEqual([
        { head: 1, known: [] },
        { head: 1, known: ["w/1"] },
      ]);
      expect(await everything(store, debate)).toEqual([{ id: 1, ...plain(1).event }]);
    });

    it("needs one request for an append once it knows the log", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      const { head } = await store.log.append({ debate, since: 0, events: [plain(1)] });
      const before = proxy.count();
      await store.log.append({ debate, since: head, events: [delta(1)] });
      await store.log.append({ debate, since: 0, events: [delta(2)] });
      expect(proxy.seen.slice(before).map((one) => one.operation)).toEqual(["PutItem", "PutItem"]);
    });

    it("stores deltas in items of their own", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1), delta(1), delta(2), plain(2), delta(3)] });
      const items = await bench().items(debate, "EVENT#");
      expect(items.map(({ SK, count, deltas }) => [SK, count, deltas])).toEqual([
        ["EVENT#000000000001", 1, undefined],
        ["EVENT#000000000002", 2, true],
        ["EVENT#000000000004", 1, undefined],
        ["EVENT#000000000005", 1, true],
      ]);
    });

    it("merges what waits while a put is under way, in the order of the calls", async () => {
      const store = bench().open();
      const debate = newKey();
      const calls = range(1, 120).map((n) => store.log.append({ debate, since: 0, events: [delta(n)] }));
      const heads = (await Promise.all(calls)).map((result) => result.head);
      const items = await bench().items(debate, "EVENT#");
      expect(items.length).toBeLessThan(6);
      expect(Math.max(...items.map((item) => item.count as number))).toBe(50);
      expect(heads).toEqual(heads.toSorted((a, b) => a - b));
      const texts = (await everything(store, debate)).map((event) => "text" in event.data && event.data.text);
      expect(texts).toEqual(range(1, 120).map((n) => `word ${n}`));
    });

    it("keeps an item well below what the engine takes", async () => {
      const store = bench().open();
      const debate = newKey();
      const text = "x".repeat(60_000);
      const events = range(1, 9).map((n) => delta(n, { text }));
      await store.log.append({ debate, since: 0, events });
      const counts = (await bench().items(debate, "EVENT#")).map((item) => item.count);
      expect(counts).toEqual([3, 3, 3]);
    });

    it("drops silently what comes after the terminal event", async () => {
      const store = bench().open();
      const debate = newKey();
      const head = expect.objectContaining({ head: 2 });
      expect(await store.log.append({ debate, since: 0, events: [plain(1), theEnd(), plain(2)] })).toEqual(head);
      expect(await store.log.append({ debate, since: 2, events: [plain(3)] })).toEqual(head);
      expect(
        await bench()
          .open()
          .log.append({ debate, since: 0, events: [plain(3), theEnd("other")] }),
      ).toEqual(head);
      expect((await everything(store, debate)).map((event) => event.type)).toEqual([
        "round.started",
        "debate.completed",
      ]);
    });

    it("drops silently an attempt older than one in the log, of the same turn only", async () => {
      const [one, other] = [bench().open(), bench().open()];
      const debate = newKey();
      await one.log.append({ debate, since: 0, events: [delta(1), delta(1, { attempt: 2 })] });
      const late = [delta(2), delta(2, { attempt: 2 }), delta(1, { turnId: "g1-r1-t2" })];
      expect(await other.log.append({ debate, since: 0, events: late })).toMatchObject({ head: 4 });
      await one.log.append({ debate, since: 0, events: [delta(3)] });
      const keys = (await bench().items(debate, "EVENT#")).flatMap((item) => item.keys);
      expect(keys).toEqual(["g1-r1-t1/1/1", "g1-r1-t1/2/1", "g1-r1-t1/2/2", "g1-r1-t2/1/1"]);
    });

    it("drops an older attempt that waits behind a newer one", async () => {
      const store = bench().open();
      const debate = newKey();
      const events = [delta(1, { attempt: 2 }), delta(1, { attempt: 1 }), delta(2, { attempt: 2 })];
      expect(await store.log.append({ debate, since: 0, events })).toMatchObject({ head: 2 });
    });

    it("goes on rightly from a place within an item or beyond the log", async () => {
      const debate = newKey();
      await bench()
        .open()
        .log.append({ debate, since: 0, events: range(1, 10).map(plain) });
      expect(
        await bench()
          .open()
          .log.append({ debate, since: 4, events: [plain(11)] }),
      ).toMatchObject({ head: 11 });
      expect(
        await bench()
          .open()
          .log.append({ debate, since: 500, events: [plain(12)] }),
      ).toMatchObject({ head: 12 });
      expect((await everything(bench().open(), debate)).map((event) => event.id)).toEqual(range(1, 12));
    });

    it("forgets idle debates without losing their place", async () => {
      const store = bench().open(undefined, { appenders: 2 });
      const debates = range(1, 6).map(() => newKey());
      for (const n of [1, 2, 3]) {
        await Promise.all(debates.map((debate) => store.log.append({ debate, since: 0, events: [plain(n)] })));
      }
      const counts = await Promise.all(debates.map(async (debate) => (await everything(store, debate)).length));
      expect(counts).toEqual([3, 3, 3, 3, 3, 3]);
    });
  });

  describe("reading the log", () => {
    it("begins exactly after any id and ends at the limit", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: range(1, 60).map(plain) });
      for (const n of range(61, 130)) await store.log.append({ debate, since: 60, events: [plain(n)] });
      for (const after of [0, 1, 20, 49, 50, 51, 59, 60, 61, 100, 129, 130, 131]) {
        const { events } = await store.log.read({ debate, after, limit: 25 });
        expect(events.map((event) => event.id)).toEqual(range(after + 1, Math.min(after + 25, 130)));
      }
    });

    it("says whether the terminal event stands in the page or before it", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1), plain(2), theEnd()] });
      const terminal = async (after: number, limit: number) =>
        (await bench().open().log.read({ debate, after, limit })).terminal;
      expect(await terminal(0, 2)).toBe(false);
      expect(await terminal(0, 3)).toBe(true);
      expect(await terminal(2, 1)).toBe(true);
      expect(await terminal(3, 5)).toBe(true);
      expect(await terminal(700, 5)).toBe(true);
    });

    it("fills in the text of a long turn from the turn itself", async () => {
      const store = bench().open();
      const debate = newKey();
      const spoken = turn("g1-r1-t1", { text: "é".repeat(250_000) });
      await store.records.put(debate, TURNS, spoken);
      await store.log.append({ debate, since: 0, events: [completed(spoken)] });
      const [event] = await everything(bench().open(), debate);
      expect(event).toEqual({ id: 1, ...completed(spoken).event });
      const [item] = await bench().items(debate, "EVENT#");
      expect(JSON.stringify(item).length).toBeLessThan(2_000);
    });

    it("holds an event that is longer than an item", async () => {
      const store = bench().open();
      const debate = newKey();
      const long = delta(2, { text: "🙂".repeat(200_000) });
      await store.log.append({ debate, since: 0, events: [delta(1), long, delta(3)] });
      const events = await everything(bench().open(), debate);
      expect(events[1]).toEqual({ id: 2, ...long.event });
      expect(events).toHaveLength(3);
    });

    it("never goes past a missing id while the debate goes on", async () => {
      const store = bench().open();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1), delta(1), plain(2)] });
      const [, middle] = await bench().items(debate, "EVENT#");
      if (middle) await bench().remove(middle);
      const reading = bench().open().log.read({ debate, after: 0, limit: 10 });
      await expect(reading).rejects.toMatchObject({ code: "internal" });
    });

    it("finds an empty log empty", async () => {
      const page = await bench().open().log.read({ debate: newKey(), after: 0, limit: 10 });
      expect(page).toEqual({ events: [], terminal: false });
    });
  });
}

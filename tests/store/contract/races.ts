import { describe, expect, it } from "vitest";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { KeyedEvent } from "../../../store/port/log.port.ts";
import type { Bench } from "../bench.ts";
import { delta, newKey, plain, range } from "../fixtures.ts";
import { first } from "../proxy.ts";

const STORES = 6;
const EACH = 30;

/** What store `w` writes: its own deltas and its own plain events. */
function own(w: number): KeyedEvent[] {
  const turnId = `g1-r1-t${w}`;
  return range(1, EACH).map((n) => (n % 3 === 0 ? { ...plain(n), key: `w${w}/${n}` } : delta(n, { turnId })));
}

async function ids(store: TableStore, debate: DebateKey): Promise<number[]> {
  return (await store.log.read({ debate, after: 0, limit: 10_000 })).events.map((event) => event.id);
}

export function describeRaces(bench: () => Bench): void {
  const keysOf = async (debate: DebateKey) =>
    (await bench().items(debate, "EVENT#")).flatMap((item) => item.keys as string[]);

  describe("several writers of one log", () => {
    it("leave no gap, write nothing twice and keep their own order", async () => {
      const debate = newKey();
      const stores = range(1, STORES).map(() => bench().open());
      await Promise.all(
        stores.map((store, w) =>
          Promise.all(own(w).map((event) => store.log.append({ debate, since: 0, events: [event] }))),
        ),
      );
      const keys = await keysOf(debate);
      expect(await ids(bench().open(), debate)).toEqual(range(1, STORES * EACH));
      expect(new Set(keys).size).toBe(STORES * EACH);
      for (const [w] of stores.entries()) {
        const mine = own(w).map((event) => event.key);
        expect(keys.filter((key) => mine.includes(key))).toEqual(mine);
      }
    });

    it("show every reader the same order, also while they write", async () => {
      const debate = newKey();
      const stores = range(1, STORES).map(() => bench().open());
      const writing = Promise.all(
        stores.map(async (store, w) => {
          for (const event of own(w)) await store.log.append({ debate, since: 0, events: [event] });
        }),
      );
      const reader = bench().open();
      const seen: string[][] = [];
      const state = { writing: true };
      const finished = writing.finally(() => {
        state.writing = false;
      });
      while (state.writing) {
        const { events } = await reader.log.read({ debate, after: 0, limit: 10_000 });
        expect(events.map((event) => event.id)).toEqual(range(1, events.length));
        seen.push(events.map((event) => JSON.stringify(event)));
      }
      await finished;
      const whole = (await reader.log.read({ debate, after: 0, limit: 10_000 })).events.map((e) => JSON.stringify(e));
      expect(whole).toHaveLength(STORES * EACH);
      for (const prefix of seen) expect(prefix).toEqual(whole.slice(0, prefix.length));
    });

    it("write an event once although all of them bring it", async () => {
      const debate = newKey();
      const events = range(1, 40).map(plain);
      const heads = await Promise.all(
        range(1, STORES).map(() => {
          const store = bench().open();
          return Promise.all(events.map((event) => store.log.append({ debate, since: 0, events: [event] })));
        }),
      );
      const keys = await keysOf(debate);
      expect(keys.toSorted()).toEqual(events.map((event) => event.key).toSorted());
      const ends = (await bench().items(debate, "EVENT#")).map((i) => Number(i.SK.slice(6)) + Number(i.count) - 1);
      expect([...new Set(heads.flat().map((result) => result.head))].filter((head) => !ends.includes(head))).toEqual(
        [],
      );
    });

    it("find what another one wrote while they were not looking", async () => {
      const [one, other] = [bench().open(), bench().open()];
      const debate = newKey();
      await one.log.append({ debate, since: 0, events: [plain(1)] });
      await other.log.append({ debate, since: 0, events: range(2, 30).map(plain) });
      expect(await one.log.append({ debate, since: 0, events: [plain(31)] })).toMatchObject({ head: 31 });
      expect(await one.log.append({ debate, since: 0, events: [plain(17)] })).toMatchObject({ head: 30 });
    });
  });

  describe("a put whose answer is lost", () => {
    it.each([1, 2, 3])("is found in the log after %i lost answers, not written twice", async (lost) => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      proxy.decide(first(lost, "PutItem", "lose-answer"));
      expect(await store.log.append({ debate, since: 0, events: [plain(1), plain(2)] })).toMatchObject({ head: 2 });
      await store.log.append({ debate, since: 0, events: [plain(3)] });
      expect(await keysOf(debate)).toEqual(["w/1", "w/2", "w/3"]);
    });

    it("is put after all when the engine never got it", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      proxy.decide(first(4, "PutItem", "lose-request"));
      expect(await store.log.append({ debate, since: 0, events: [plain(1)] })).toMatchObject({ head: 1 });
    });

    it("fails as unavailable while nothing answers, and can be repeated then", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      proxy.decide((seen) => (seen.operation === "PutItem" ? "lose-answer" : "lose-request"));
      const events = [plain(2), delta(1)];
      await expect(store.log.append({ debate, since: 1, events })).rejects.toMatchObject({ code: "unavailable" });
      proxy.decide(() => "pass");
      expect(await store.log.append({ debate, since: 1, events })).toMatchObject({ head: 3 });
      expect(await keysOf(debate)).toEqual(["w/1", "w/2", "g1-r1-t1/1/1"]);
    });

    it("does not hide what another writer put in its place", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const debate = newKey();
      await store.log.append({ debate, since: 0, events: [plain(1)] });
      const other = bench().open();
      const meanwhile: Promise<unknown>[] = [];
      proxy.decide((seen) => {
        if (seen.operation !== "PutItem" || meanwhile.length > 0) return "pass";
        meanwhile.push(other.log.append({ debate, since: 0, events: [plain(50)] }));
        return "lose-request";
      });
      await store.log.append({ debate, since: 0, events: [plain(2)] });
      await Promise.all(meanwhile);
      expect((await keysOf(debate)).toSorted()).toEqual(["w/1", "w/2", "w/50"]);
      expect(await ids(other, debate)).toEqual([1, 2, 3]);
    });
  });
}

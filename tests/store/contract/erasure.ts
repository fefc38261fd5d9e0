import { describe, expect, it } from "vitest";
import { ASSESSMENTS, RESULTS, TURNS } from "../../../domain/play/records/kinds.record.ts";
import type { TableStore } from "../../../store/index.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { Bench } from "../bench.ts";
import {
  assessment,
  completed,
  config,
  delta,
  newKey,
  plain,
  range,
  record,
  result,
  theEnd,
  turn,
} from "../fixtures.ts";

/** A debate with items of every size and kind, long ones among them. */
async function fill(store: TableStore, key: DebateKey): Promise<void> {
  await store.createDebate(record(key, { config: config({ context: "c".repeat(700_000) }) }));
  for (const n of range(1, 40)) {
    const spoken = await store.records.put(
      key,
      TURNS,
      turn(`g1-r${n}-t1`, { text: n === 1 ? "w".repeat(700_000) : "short" }),
    );
    await store.log.append({ debate: key, since: 0, events: [delta(n), completed(spoken), plain(n)] });
  }
  await store.records.put(key, ASSESSMENTS, assessment("g1-r1-assessment"));
  await store.records.put(key, RESULTS, result("the end"), { generation: 1 });
  await store.log.append({ debate: key, since: 0, events: [theEnd()] });
}

export function describeErasure(bench: () => Bench): void {
  describe("an erasure", () => {
    it("leaves no item of the debate, and every other debate whole", async () => {
      const store = bench().open();
      const [key, other] = [newKey(), newKey()];
      await Promise.all([fill(store, key), fill(store, other)]);
      const before = await bench().items(other);
      expect((await bench().items(key)).length).toBeGreaterThan(50);
      await store.eraseDebate(key);
      expect(await bench().items(key)).toEqual([]);
      expect(await bench().items(other)).toEqual(before);
    });

    it("is forgotten by the process that did it: nothing comes out of its memory", async () => {
      const store = bench().open();
      const key = newKey();
      await fill(store, key);
      await store.records.list(key, TURNS, { generation: 1 });
      await store.eraseDebate(key);
      expect(await store.getDebate(key)).toBeNull();
      expect(await store.getConfig(key)).toBeNull();
      expect(await store.records.get(key, TURNS, { id: "g1-r2-t1" })).toBeNull();
      expect(await store.records.get(key, RESULTS, { generation: 1 })).toBeNull();
      expect(
        await store.records.list(key, TURNS, { generation: 1, before: { round: 41, index: 1, count: 40 } }),
      ).toEqual([]);
      expect((await store.log.read({ debate: key, after: 0, limit: 10 })).events).toEqual([]);
      const { head } = await store.log.append({ debate: key, since: 0, events: [plain(1)] });
      expect(head).toBe(1);
    });

    it("ends whoever follows the log in this process", async () => {
      const store = bench().open();
      const key = newKey();
      await store.createDebate(record(key));
      await store.log.append({ debate: key, since: 0, events: [plain(1)] });
      const followed = store.log.follow({ debate: key, after: 0, signal: new AbortController().signal });
      const reader = followed[Symbol.asyncIterator]();
      expect((await reader.next()).value).toMatchObject({ id: 1 });
      const rest = reader.next();
      await store.eraseDebate(key);
      expect(await rest).toMatchObject({ done: true });
    });

    it("that was cut off leaves the debate's head, and is finished by the next one", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      await fill(bench().open(), key);
      proxy.decide(({ operation }) =>
        operation === "BatchWriteItem" && proxy.count(operation) > 1 ? "lose-request" : "pass",
      );
      await expect(store.eraseDebate(key)).rejects.toMatchObject({ code: "unavailable" });
      const left = (await bench().items(key)).map(({ SK }) => SK);
      expect(left).toContain("META");
      await bench().open().eraseDebate(key);
      expect(await bench().items(key)).toEqual([]);
    });
  });
}

import { describe, expect, it } from "vitest";
import { RATINGS, RETRIEVALS } from "../../../domain/play/records/kinds.record.ts";
import { listRetrieved } from "../../../store/records/combined.ts";
import type { Bench } from "../bench.ts";
import { newKey } from "../fixtures.ts";
import { first } from "../proxy.ts";

export function describeExtras(bench: () => Bench): void {
  describe("what was retrieved", () => {
    const found = (text: string) => ({
      method: "lexical" as const,
      items: [{ id: "t1", name: "Cost", score: 1, text }],
    });

    it("is put once by generation: whoever comes second gets what is stored", async () => {
      const key = newKey();
      const [one, two] = [bench().open(), bench().open()];
      expect(await listRetrieved(one.records, key, 1)).toBeNull();
      expect(await one.records.put(key, RETRIEVALS, found("first"), { generation: 1 })).toEqual(found("first"));
      expect(await two.records.put(key, RETRIEVALS, found("second"), { generation: 1 })).toEqual(found("first"));
      expect(await listRetrieved(two.records, key, 1)).toEqual(found("first").items);
      expect(await listRetrieved(two.records, key, 2)).toBeNull();
    });

    it("is put once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await store.records.put(key, RETRIEVALS, found("text"), { generation: 1 })).toEqual(found("text"));
      expect(await listRetrieved(store.records, key, 1)).toEqual(found("text").items);
    });

    it("may be longer than an item", async () => {
      const key = newKey();
      const long = found("é".repeat(300_000));
      await bench().open().records.put(key, RETRIEVALS, long, { generation: 1 });
      expect(await listRetrieved(bench().open().records, key, 1)).toEqual(long.items);
    });
  });

  describe("a rating", () => {
    it("is kept for its own debate, and replaced by the next", async () => {
      const [key, other] = [newKey(), newKey()];
      const store = bench().open();
      expect(await store.records.get(key, RATINGS, {})).toBeNull();
      await store.records.put(key, RATINGS, { rating: 2, comment: "Meh.", at: "2026-11-21T12:00:00.000Z" });
      await bench().open().records.put(key, RATINGS, { rating: 5, at: "2026-11-21T12:00:01.000Z" });
      expect(await store.records.get(key, RATINGS, {})).toEqual({ rating: 5, at: "2026-11-21T12:00:01.000Z" });
      expect(await store.records.get(other, RATINGS, {})).toBeNull();
    });
  });
}

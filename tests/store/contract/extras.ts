import { describe, expect, it } from "vitest";
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
      expect(await one.getTemplates(key, 1)).toBeNull();
      expect(await one.putRetrieval(key, 1, found("first"))).toEqual(found("first"));
      expect(await two.putRetrieval(key, 1, found("second"))).toEqual(found("first"));
      expect(await two.getTemplates(key, 1)).toEqual(found("first").items);
      expect(await two.getTemplates(key, 2)).toBeNull();
    });

    it("is put once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await store.putRetrieval(key, 1, found("text"))).toEqual(found("text"));
      expect(await store.getTemplates(key, 1)).toEqual(found("text").items);
    });

    it("may be longer than an item", async () => {
      const key = newKey();
      const long = found("é".repeat(300_000));
      await bench().open().putRetrieval(key, 1, long);
      expect(await bench().open().getTemplates(key, 1)).toEqual(long.items);
    });
  });

  describe("a rating", () => {
    it("is kept for its own debate, and replaced by the next", async () => {
      const [key, other] = [newKey(), newKey()];
      const store = bench().open();
      expect(await store.getRating(key)).toBeNull();
      await store.putRating(key, { rating: 2, comment: "Meh.", at: "2026-11-21T12:00:00.000Z" });
      await bench().open().putRating(key, { rating: 5, at: "2026-11-21T12:00:01.000Z" });
      expect(await store.getRating(key)).toEqual({ rating: 5, at: "2026-11-21T12:00:01.000Z" });
      expect(await store.getRating(other)).toBeNull();
    });
  });
}

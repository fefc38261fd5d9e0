import { describe, expect, it } from "vitest";
import { type Kind, kindOfOne } from "../../../domain/play/records/kind.ts";
import type { Bench } from "../bench.ts";
import { newKey } from "../fixtures.ts";
import { first } from "../proxy.ts";

interface Remark {
  n: number;
  text: string;
  isDraft?: true;
}

/** A kind that only this test knows. */
const REMARKS: Kind<Remark, { n: number }, { below?: number; count?: number }> = {
  name: "remark",
  key: ({ n }) => (n > 0 ? `REMARK#${String(n).padStart(3, "0")}` : null),
  range({ below, count }) {
    const SK = below === undefined ? undefined : `REMARK#${String(below).padStart(3, "0")}`;
    return {
      prefix: "REMARK#",
      ...(SK !== undefined && { below: SK, start: { SK } }),
      ...(count !== undefined && { count }),
    };
  },
  newestFirst: true,
  open: { unchecked: true },
  isFinal: ({ isDraft }) => !isDraft,
};
const LATEST = kindOfOne<Remark>("latest remark", "LATEST");
const remark = (n: number, text = `remark ${n}`): Remark => ({ n, text });

export function describeRecords(bench: () => Bench): void {
  describe("records of a new kind", () => {
    it("are put once, read and listed without any change to the store", async () => {
      const [key, store] = [newKey(), bench().open()];
      for (const n of [2, 10, 1]) expect(await store.records.put(key, REMARKS, remark(n))).toEqual(remark(n));
      const other = bench().open();
      expect(await other.records.put(key, REMARKS, remark(2, "late"))).toEqual(remark(2));
      expect(await other.records.get(key, REMARKS, { n: 10 })).toEqual(remark(10));
      expect(await other.records.list(key, REMARKS, {})).toEqual([remark(1), remark(2), remark(10)]);
      expect(await other.records.list(key, REMARKS, { below: 10 })).toEqual([remark(1), remark(2)]);
      expect((await bench().items(key)).map(({ SK, json }) => [SK, json])).toEqual(
        [1, 2, 10].map((n) => [REMARKS.key({ n }), JSON.stringify(remark(n))]),
      );
    });

    it("are not read again by a process that has as many as the caller counts", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const key = newKey();
      for (const n of [1, 2, 3]) await store.records.put(key, REMARKS, remark(n));
      const before = proxy.count();
      expect(await store.records.list(key, REMARKS, { below: 3, count: 2 })).toEqual([remark(1), remark(2)]);
      expect(proxy.count()).toBe(before);
      expect(await store.records.list(key, REMARKS, { count: 4 })).toHaveLength(3);
      expect(proxy.count()).toBe(before + 1);
    });

    it("are listed from the last one backwards, page by page", async () => {
      const [key, { records }] = [newKey(), bench().open()];
      for (const n of [1, 2, 3]) await records.put(key, REMARKS, remark(n));
      expect(await records.page(key, REMARKS, { limit: 2 })).toEqual({ values: [remark(3), remark(2)], isEnd: false });
      const rest = await records.page(key, REMARKS, { limit: 2, below: 2 });
      expect(rest).toEqual({ values: [remark(1)], isEnd: true });
    });

    it("may be completed once, while they are not final", async () => {
      const [key, store] = [newKey(), bench().open()];
      await store.records.put(key, REMARKS, { ...remark(1), isDraft: true });
      expect(await bench().open().records.replace(key, REMARKS, remark(1))).toEqual(remark(1));
      expect(await bench().open().records.replace(key, REMARKS, remark(1, "late"))).toEqual(remark(1));
      expect(await store.records.get(key, REMARKS, { n: 1 })).toEqual(remark(1));
    });

    it("are replaced if their kind says so", async () => {
      const key = newKey();
      for (const n of [1, 2]) expect(await bench().open().records.put(key, LATEST, remark(n))).toEqual(remark(n));
      expect(await bench().open().records.get(key, LATEST, {})).toEqual(remark(2));
      await bench().open().records.remove(key, LATEST, {});
      expect(await bench().open().records.get(key, LATEST, {})).toBeNull();
    });

    it("are put once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await store.records.put(newKey(), REMARKS, remark(1))).toEqual(remark(1));
    });

    it("are refused where the value does not say its place", async () => {
      await expect(bench().open().records.put(newKey(), REMARKS, remark(0))).rejects.toMatchObject({
        code: "internal",
      });
      expect(await bench().open().records.get(newKey(), REMARKS, { n: 0 })).toBeNull();
    });
  });
}

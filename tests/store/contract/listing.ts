import { describe, expect, it } from "vitest";
import type { TableStore } from "../../../store/index.ts";
import type { ListQuery } from "../../../store/port/debates.port.ts";
import type { Bench } from "../bench.ts";
import { config, newTenant, range, record, state } from "../fixtures.ts";

/** Debate `n` of a tenant, created in the `n`th second. */
function nth(tenant: string, n: number, changes: Parameters<typeof record>[1] = {}) {
  const createdAt = new Date(Date.UTC(2026, 10, 21, 0, 0, n)).toISOString();
  return record({ tenant, debateId: `deb-${n}` }, { createdAt, ...changes });
}

async function fill(store: TableStore, tenant: string, numbers: number[]): Promise<void> {
  await Promise.all(numbers.map((n) => store.createDebate(nth(tenant, n))));
}

/** Every page from the start to the end; `between` runs after each. */
async function pages(store: TableStore, query: ListQuery, between: () => Promise<unknown> = async () => {}) {
  const found: string[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { records, next } = await store.listDebates({ ...query, ...(after && { after }) });
    found.push(records.map((one) => one.id));
    await between();
    after = next;
  }
  return found;
}

const ids = (numbers: number[]) => numbers.map((n) => `deb-${n}`);

export function describeListing(bench: () => Bench): void {
  describe("lists of debates", () => {
    it("go from the newest to the oldest and know where they end", async () => {
      const store = bench().open();
      const tenant = newTenant();
      await fill(store, tenant, range(1, 6));
      expect(await pages(store, { tenant, limit: 2 })).toEqual([ids([6, 5]), ids([4, 3]), ids([2, 1])]);
    });

    it("lose and repeat nothing while debates are created", async () => {
      const store = bench().open();
      const tenant = newTenant();
      await fill(store, tenant, range(1, 20));
      let n = 20;
      const found = await pages(store, { tenant, limit: 3 }, () => store.createDebate(nth(tenant, ++n)));
      expect(found.flat()).toEqual(ids(range(1, 20).toReversed()));
    });

    it("tell debates of one moment apart", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const createdAt = nth(tenant, 1).createdAt;
      await Promise.all(range(1, 7).map((n) => store.createDebate(nth(tenant, n, { createdAt }))));
      const found = await pages(store, { tenant, limit: 2 });
      expect(found.flat().toSorted()).toEqual(ids(range(1, 7)));
    });

    it("follow a debate's status", async () => {
      const store = bench().open();
      const tenant = newTenant();
      await fill(store, tenant, range(1, 4));
      await store.putState({ tenant, debateId: "deb-2", version: 2, state: state({ status: "running" }) });
      await store.putState({ tenant, debateId: "deb-3", version: 2, state: state({ status: "running" }) });
      expect((await pages(store, { tenant, limit: 1, status: "running" })).flat()).toEqual(ids([3, 2]));
      expect((await pages(store, { tenant, limit: 9, status: "configuring" })).flat()).toEqual(ids([4, 1]));
      expect(await pages(store, { tenant, limit: 9, status: "failed" })).toEqual([[]]);
    });

    it("fill their pages although a filter leaves most debates out", async () => {
      const store = bench().open();
      const tenant = newTenant();
      await Promise.all(
        range(1, 40).map((n) => {
          const tags = n % 10 === 0 ? ["rare"] : [];
          const format = n % 4 === 0 ? ("structured-rounds" as const) : ("free-form" as const);
          return store.createDebate(nth(tenant, n, { config: config({ tags, format }) }));
        }),
      );
      expect(await pages(store, { tenant, limit: 2, tags: ["rare"] })).toEqual([ids([40, 30]), ids([20, 10])]);
      const both = { tenant, limit: 5, tags: ["rare"], format: "structured-rounds" };
      expect((await pages(store, both)).flat()).toEqual(ids([40, 20]));
      const all = await pages(store, { ...both, status: "configuring", limit: 1 });
      expect(all.flat()).toEqual(ids([40, 20]));
    });

    it("take every tag that is asked for", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const tags = [["a"], ["a", "b"], ["b"], ["b", "a", "c"]];
      await Promise.all(tags.map((own, n) => store.createDebate(nth(tenant, n, { config: config({ tags: own }) }))));
      expect((await pages(store, { tenant, limit: 5, tags: ["a", "b"] })).flat()).toEqual(ids([3, 1]));
    });

    it("begin with the oldest when asked, and meet what is created meanwhile at the end", async () => {
      const store = bench().open();
      const tenant = newTenant();
      await fill(store, tenant, range(1, 5));
      let n = 5;
      const more = async () => (n < 7 ? store.createDebate(nth(tenant, ++n)) : undefined);
      const found = await pages(store, { tenant, limit: 2, ascending: true }, more);
      expect(found.flat()).toEqual(ids(range(1, 7)));
    });

    it("find words in topics, tags, names and ids, page by page", async () => {
      const store = bench().open();
      const tenant = newTenant();
      const topics = ["Is green tea good?", "Coffee", "Tea: green or black?", "Black tea"];
      await Promise.all(
        topics.map((topic, n) => store.createDebate(nth(tenant, n, { config: config({ topic, tags: [`t${n}`] }) }))),
      );
      const found = (words: string[]) => pages(store, { tenant, limit: 1, words });
      expect((await found(["tea", "green"])).flat()).toEqual(ids([2, 0]));
      expect((await found(["ada", "t3"])).flat()).toEqual(ids([3]));
      expect((await found(["deb", "1", "coffee"])).flat()).toEqual(ids([1]));
      expect((await found(["chocolate"])).flat()).toEqual([]);
    });

    it("show the first thousand characters of a long topic without reading its configuration", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      const tenant = newTenant();
      const topic = `${"t".repeat(999)}🙂 and more`;
      await bench()
        .open()
        .createDebate(nth(tenant, 1, { config: config({ topic }) }));
      const { records } = await store.listDebates({ tenant, limit: 5 });
      expect(records[0]?.config.topic).toBe("t".repeat(999));
      expect(proxy.seen.map((one) => one.operation)).toEqual(["Query", "BatchGetItem"]);
    });

    it("refuse a place that is none", async () => {
      const store = bench().open();
      for (const after of ["", "!!!", "bm9uc2Vuc2U"]) {
        const listing = store.listDebates({ tenant: "default", limit: 5, after });
        await expect(listing).rejects.toMatchObject({ code: "invalid-cursor" });
      }
    });

    it("stay within their tenant whatever the place", async () => {
      const store = bench().open();
      const [mine, theirs] = [newTenant(), newTenant()];
      await fill(store, theirs, range(1, 4));
      await fill(store, mine, [2]);
      const { next } = await store.listDebates({ tenant: theirs, limit: 1 });
      const { records } = await store.listDebates({ tenant: mine, limit: 5, after: next ?? "" });
      expect(records.map((one) => one.tenant)).toEqual([mine]);
    });
  });
}

import { describe, expect, it } from "vitest";
import { type OwnTemplate, TEMPLATE_VECTORS, TEMPLATES } from "../../../domain/around/outside-records.ts";
import type { StoredVector } from "../../../domain/play/records/vector-bytes.ts";
import type { RecordStore } from "../../../store/port/records.port.ts";
import type { Bench } from "../bench.ts";
import { newTenant, range } from "../fixtures.ts";
import { first } from "../proxy.ts";

function template(id: string, changes: Partial<OwnTemplate> = {}): OwnTemplate {
  return { id, name: `Pattern ${id}`, text: "Say it twice.\nThen stop. 🙂", tags: ["short"], ...changes };
}

const vector = (id: string, ...numbers: number[]) => ({
  id,
  key: `key of ${id}`,
  vector: Float32Array.from(numbers),
});

async function fill(records: RecordStore, tenant: string, ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => records.put({ tenant }, TEMPLATES, template(id))));
}

async function pages(records: RecordStore, tenant: string, limit: number): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: string | undefined; ; ) {
    const page = await records.page({ tenant }, TEMPLATES, { limit, after });
    found.push(page.values.map(({ id }) => id));
    if (page.isEnd) return found;
    after = page.values.at(-1)?.id;
  }
}

export function describeTemplates(bench: () => Bench): void {
  const open = () => bench().open().records;
  const put = (tenant: string, own: OwnTemplate) => open().put({ tenant }, TEMPLATES, own);
  const get = (tenant: string, id: string) => open().get({ tenant }, TEMPLATES, { id });
  const replace = (tenant: string, own: OwnTemplate) => open().replace({ tenant }, TEMPLATES, own);
  const remove = (tenant: string, id: string) => open().remove({ tenant }, TEMPLATES, { id });
  const all = (tenant: string) => open().list({ tenant }, TEMPLATES, {});
  const vectorsOf = (tenant: string) => open().list({ tenant }, TEMPLATE_VECTORS, {});
  const putVectors = (tenant: string, vectors: StoredVector[]) =>
    Promise.all(vectors.map((one) => open().put({ tenant }, TEMPLATE_VECTORS, one)));

  describe("templates", () => {
    it("come back as they were put, in whatever process", async () => {
      const tenant = newTenant();
      const whole = template("tpl-1", { description: "With one", tags: [] });
      expect(await put(tenant, whole)).toEqual(whole);
      expect(await put(tenant, template("tpl-2"))).toEqual(template("tpl-2"));
      expect(await get(tenant, "tpl-1")).toEqual(whole);
      expect(await all(tenant)).toEqual([whole, template("tpl-2")]);
      expect(await get(tenant, "tpl-3")).toBeNull();
    });

    it("are not overwritten by another one with the same id", async () => {
      const tenant = newTenant();
      await put(tenant, template("tpl-1"));
      expect(await put(tenant, template("tpl-1", { name: "Another" }))).toEqual(template("tpl-1"));
      expect(await get(tenant, "tpl-1")).toEqual(template("tpl-1"));
    });

    it("are created once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      const whole = template("tpl-1", { description: "With one" });
      expect(await store.records.put({ tenant: newTenant() }, TEMPLATES, whole)).toEqual(whole);
      expect(proxy.count("PutItem")).toBe(2);
    });

    it("are replaced as a whole, and only where there is one", async () => {
      const tenant = newTenant();
      await put(tenant, template("tpl-1", { description: "Once" }));
      const next = template("tpl-1", { name: "New", tags: ["other"] });
      expect(await replace(tenant, next)).toEqual(next);
      expect(await get(tenant, "tpl-1")).toEqual(next);
      expect(await replace(tenant, template("tpl-2"))).toBeNull();
      expect(await get(tenant, "tpl-2")).toBeNull();
    });

    it("are removed, and their vectors, each by itself", async () => {
      const tenant = newTenant();
      await fill(open(), tenant, ["tpl-1", "tpl-2"]);
      await putVectors(tenant, [vector("tpl-1", 1), vector("tpl-2", 2)]);
      await remove(tenant, "tpl-1");
      await remove(tenant, "tpl-1");
      await open().remove({ tenant }, TEMPLATE_VECTORS, { id: "tpl-1" });
      expect((await all(tenant)).map(({ id }) => id)).toEqual(["tpl-2"]);
      expect(await vectorsOf(tenant)).toEqual([vector("tpl-2", 2)]);
    });

    it("are listed by id in pages that know where they end", async () => {
      const tenant = newTenant();
      await fill(open(), tenant, ["tpl-c", "tpl-a", "tpl-d", "tpl-b"]);
      await putVectors(tenant, [vector("tpl-a", 1)]);
      expect(await pages(open(), tenant, 2)).toEqual([
        ["tpl-a", "tpl-b"],
        ["tpl-c", "tpl-d"],
      ]);
      expect(await pages(open(), tenant, 3)).toEqual([["tpl-a", "tpl-b", "tpl-c"], ["tpl-d"]]);
      expect(await pages(open(), newTenant(), 3)).toEqual([[]]);
    });

    it("lose and repeat nothing in a list although those shown are removed", async () => {
      const tenant = newTenant();
      await fill(open(), tenant, ["tpl-a", "tpl-b", "tpl-c"]);
      const { values } = await open().page({ tenant }, TEMPLATES, { limit: 2 });
      await remove(tenant, "tpl-b");
      const rest = await open().page({ tenant }, TEMPLATES, { limit: 2, after: values.at(-1)?.id });
      expect(rest).toEqual({ values: [template("tpl-c")], isEnd: true });
    });

    it("are all read although they do not fit one page of the engine's", async () => {
      const tenant = newTenant();
      const ids = range(100, 159).map((n) => `tpl-${n}`);
      const text = "é".repeat(12_000);
      await Promise.all(ids.map((id) => put(tenant, template(id, { text }))));
      expect((await all(tenant)).map(({ id }) => id)).toEqual(ids);
    });

    it("stay within their tenant, also when its name looks like a key", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      await put(tenant, template("tpl-1"));
      await putVectors(tenant, [vector("tpl-1", 1)]);
      for (const stranger of [other, `${tenant}#TPL`, tenant.slice(0, -1)]) {
        expect(await get(stranger, "tpl-1")).toBeNull();
        expect(await all(stranger)).toEqual([]);
        expect(await vectorsOf(stranger)).toEqual([]);
        expect(await replace(stranger, template("tpl-1"))).toBeNull();
        await remove(stranger, "tpl-1");
      }
      expect(await get(tenant, "tpl-1")).toEqual(template("tpl-1"));
    });

    it("are not found, rather than refused, under an id that no key can hold", async () => {
      await expect(get(newTenant(), "x".repeat(2_000))).rejects.toMatchObject({ code: "not-found" });
    });
  });

  describe("vectors of templates", () => {
    it("keep their numbers, and the last put under an id wins", async () => {
      const tenant = newTenant();
      await putVectors(
        tenant,
        range(1, 40).map((n) => vector(`t-${n}`, n, 0.1, -1e-20)),
      );
      await putVectors(tenant, [vector("t-7", 0.5)]);
      const found = await vectorsOf(tenant);
      expect(found).toHaveLength(40);
      expect(found.find(({ id }) => id === "t-7")).toEqual(vector("t-7", 0.5));
      expect(found.find(({ id }) => id === "t-40")).toEqual(vector("t-40", 40, 0.1, -1e-20));
    });
  });
}

import { describe, expect, it } from "vitest";
import type { OwnTemplate, TemplateStore } from "../../../store/port/templates.ts";
import type { Bench } from "../bench.ts";
import { newTenant, range } from "../fixtures.ts";
import { first } from "../proxy.ts";

function template(id: string, changes: Partial<OwnTemplate> = {}): OwnTemplate {
  return { id, name: `Pattern ${id}`, text: "Say it twice.\nThen stop. 🙂", tags: ["short"], ...changes };
}

const vector = (templateId: string, ...numbers: number[]) => ({
  templateId,
  key: `key of ${templateId}`,
  vector: Float32Array.from(numbers),
});

async function fill(store: TemplateStore, tenant: string, ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => store.create(tenant, template(id))));
}

async function pages(store: TemplateStore, tenant: string, limit: number): Promise<string[][]> {
  const found: string[][] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const { templates, next } = await store.list({ tenant, limit, ...(after !== undefined && { after }) });
    found.push(templates.map(({ id }) => id));
    after = next;
  }
  return found;
}

export function describeTemplates(bench: () => Bench): void {
  const open = () => bench().open().templates;

  describe("templates", () => {
    it("come back as they were put, in whatever process", async () => {
      const tenant = newTenant();
      const whole = template("tpl-1", { description: "With one", tags: [] });
      expect(await open().create(tenant, whole)).toBe(true);
      expect(await open().create(tenant, template("tpl-2"))).toBe(true);
      expect(await open().get(tenant, "tpl-1")).toEqual(whole);
      expect(await open().listAll(tenant)).toEqual([whole, template("tpl-2")]);
      expect(await open().get(tenant, "tpl-3")).toBeNull();
    });

    it("are not overwritten by another one with the same id", async () => {
      const tenant = newTenant();
      await open().create(tenant, template("tpl-1"));
      expect(await open().create(tenant, template("tpl-1", { name: "Another" }))).toBe(false);
      expect(await open().get(tenant, "tpl-1")).toEqual(template("tpl-1"));
    });

    it("are created once although the answer to the put was lost", async () => {
      const { store, proxy } = await bench().openBehindProxy();
      proxy.decide(first(1, "PutItem", "lose-answer"));
      expect(await store.templates.create(newTenant(), template("tpl-1", { description: "With one" }))).toBe(true);
      expect(proxy.count("PutItem")).toBe(2);
    });

    it("are replaced as a whole, and only where there is one", async () => {
      const tenant = newTenant();
      await open().create(tenant, template("tpl-1", { description: "Once" }));
      const next = template("tpl-1", { name: "New", tags: ["other"] });
      expect(await open().replace(tenant, next)).toBe(true);
      expect(await open().get(tenant, "tpl-1")).toEqual(next);
      expect(await open().replace(tenant, template("tpl-2"))).toBe(false);
      expect(await open().get(tenant, "tpl-2")).toBeNull();
    });

    it("go with their vectors", async () => {
      const tenant = newTenant();
      await fill(open(), tenant, ["tpl-1", "tpl-2"]);
      await open().putVectors(tenant, [vector("tpl-1", 1), vector("tpl-2", 2)]);
      await open().remove(tenant, "tpl-1");
      await open().remove(tenant, "tpl-1");
      expect((await open().listAll(tenant)).map(({ id }) => id)).toEqual(["tpl-2"]);
      expect(await open().listVectors(tenant)).toEqual([vector("tpl-2", 2)]);
    });

    it("are listed by id in pages that know where they end", async () => {
      const tenant = newTenant();
      await fill(open(), tenant, ["tpl-c", "tpl-a", "tpl-d", "tpl-b"]);
      await open().putVectors(tenant, [vector("tpl-a", 1)]);
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
      const { next } = await open().list({ tenant, limit: 2 });
      await open().remove(tenant, "tpl-b");
      expect((await open().list({ tenant, limit: 2, after: next ?? "" })).templates).toEqual([template("tpl-c")]);
    });

    it("are all read although they do not fit one page of the engine's", async () => {
      const tenant = newTenant();
      const ids = range(100, 159).map((n) => `tpl-${n}`);
      const text = "é".repeat(12_000);
      await Promise.all(ids.map((id) => open().create(tenant, template(id, { text }))));
      expect((await open().listAll(tenant)).map(({ id }) => id)).toEqual(ids);
    });

    it("stay within their tenant, also when its name looks like a key", async () => {
      const [tenant, other] = [newTenant(), newTenant()];
      await open().create(tenant, template("tpl-1"));
      await open().putVectors(tenant, [vector("tpl-1", 1)]);
      for (const stranger of [other, `${tenant}#TPL`, tenant.slice(0, -1)]) {
        expect(await open().get(stranger, "tpl-1")).toBeNull();
        expect(await open().listAll(stranger)).toEqual([]);
        expect(await open().listVectors(stranger)).toEqual([]);
        expect(await open().replace(stranger, template("tpl-1"))).toBe(false);
        await open().remove(stranger, "tpl-1");
      }
      expect(await open().get(tenant, "tpl-1")).toEqual(template("tpl-1"));
    });

    it("are not found, rather than refused, under an id that no key can hold", async () => {
      await expect(open().get(newTenant(), "x".repeat(2_000))).rejects.toMatchObject({ code: "not-found" });
    });
  });

  describe("vectors of templates", () => {
    it("keep their numbers, and the last put under an id wins", async () => {
      const tenant = newTenant();
      await open().putVectors(
        tenant,
        range(1, 40).map((n) => vector(`t-${n}`, n, 0.1, -1e-20)),
      );
      await open().putVectors(tenant, [vector("t-7", 0.5)]);
      const found = await open().listVectors(tenant);
      expect(found).toHaveLength(40);
      expect(found.find(({ templateId }) => templateId === "t-7")).toEqual(vector("t-7", 0.5));
      expect(found.find(({ templateId }) => templateId === "t-40")).toEqual(vector("t-40", 40, 0.1, -1e-20));
    });
  });
}

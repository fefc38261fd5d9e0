/** An owner's templates, and beside them the vectors that were bought: one item each under the tenant's TPL key. */
import { type Item, type ItemKey, templateKey, templatesKey } from "./keys.ts";
import type { OwnTemplate, StoredVector, TemplateStore } from "./port/templates.ts";
import type { Table } from "./table.ts";
import { bytesOf, vectorIn } from "./vector-bytes.ts";

type Kind = Parameters<typeof templateKey>[0];

interface Range {
  tenant: string;
  kind: Kind;
  limit?: number;
  after?: string;
}

/** Items of a page when all are wanted. */
const PAGE = 500;
const WRITES_AT_ONCE = 16;

export function createTemplates(table: Table): TemplateStore {
  async function get(tenant: string, id: string): Promise<OwnTemplate | null> {
    const item = await table.get(keyOf(tenant, "TEMPLATE", id));
    return item && templateOf(item);
  }

  /** Consistent: an owner sees what was just written. */
  async function page({ tenant, kind, limit = PAGE, after }: Range) {
    return table.query({
      KeyConditionExpression: "PK = :pk AND begins_with(SK, :kind)",
      ExpressionAttributeValues: { ":pk": templatesKey(tenant), ":kind": `${kind}#` },
      ...(after !== undefined && { ExclusiveStartKey: keyOf(tenant, kind, after) }),
      ConsistentRead: true,
      Limit: limit,
    });
  }

  async function all(tenant: string, kind: Kind): Promise<Item[]> {
    const found: Item[] = [];
    for (let after: string | undefined; ; after = found.at(-1)?.id as string) {
      const { items, last } = await page({ tenant, kind, ...(after !== undefined && { after }) });
      found.push(...items);
      if (!last) return found;
    }
  }

  return {
    get,
    async create(tenant, template) {
      if (await table.putIfAbsent(itemOf(tenant, template))) return true;
      // A put that was repeated because its answer was lost has lost to itself.
      const stored = await get(tenant, template.id);
      return JSON.stringify(stored) === JSON.stringify(fieldsOf(template));
    },
    replace: (tenant, template) => table.putIfPresent(itemOf(tenant, template)),
    async remove(tenant, id) {
      await table.remove(keyOf(tenant, "TEMPLATE", id));
      await table.remove(keyOf(tenant, "VECTOR", id));
    },
    async list({ tenant, limit, after }) {
      // One more than asked for shows whether there is a next page.
      const range: Range = { tenant, kind: "TEMPLATE", limit: limit + 1, ...(after !== undefined && { after }) };
      const { items, last } = await page(range);
      const templates = items.slice(0, limit).map(templateOf);
      const isMore = items.length > limit || last !== null;
      return { templates, next: isMore ? (templates.at(-1)?.id ?? null) : null };
    },
    listAll: async (tenant) => (await all(tenant, "TEMPLATE")).map(templateOf),
    async putVectors(tenant, vectors) {
      for (let at = 0; at < vectors.length; at += WRITES_AT_ONCE) {
        const items = vectors.slice(at, at + WRITES_AT_ONCE).map((vector) => vectorItem(tenant, vector));
        await Promise.all(items.map((item) => table.put(item)));
      }
    },
    listVectors: async (tenant) => (await all(tenant, "VECTOR")).map(vectorOf),
  };
}

function keyOf(tenant: string, kind: Kind, id: string): ItemKey {
  return { PK: templatesKey(tenant), SK: templateKey(kind, id) };
}

function itemOf(tenant: string, template: OwnTemplate): Item {
  return { ...keyOf(tenant, "TEMPLATE", template.id), ...fieldsOf(template) };
}

/** The fields in one order, without those that are undefined. */
function fieldsOf({ id, name, description, text, tags }: OwnTemplate): OwnTemplate {
  return { id, name, ...(description !== undefined && { description }), text, tags };
}

function templateOf(item: Item): OwnTemplate {
  return fieldsOf(item as unknown as OwnTemplate);
}

function vectorItem(tenant: string, { templateId, key, vector }: StoredVector): Item {
  return { ...keyOf(tenant, "VECTOR", templateId), id: templateId, key, vector: bytesOf(vector) };
}

function vectorOf(item: Item): StoredVector {
  return { templateId: item.id as string, key: item.key as string, vector: vectorIn(item.vector) };
}

/** What is stored of the kinds that have shelves, for shelves to be compared with. */

import type { KeptKind } from "../domain/around/kept-limits.ts";
import { KEYS_OF_TENANT, placeOfKey, type StoredApiKey, TEMPLATES } from "../domain/around/outside-records.ts";
import { FILES } from "../domain/play/records/files.record.ts";
import { secondsOf } from "../domain/play/records/keys.record.ts";
import { SHARES } from "../domain/play/records/kinds.record.ts";
import { DRAFT } from "../domain/shapes/lifecycle.shape.ts";
import { EXPERIMENTS } from "../features/experiments/domain/experiment-records.ts";
import { PRESET_NAMES, PRESET_VERSIONS } from "../features/presets/domain/preset-records.ts";
import { SCHEDULES } from "../features/schedules/domain/schedule-records.ts";
import { recordOf } from "./debates/debates.ts";
import type { ListedRecord } from "./port/debates.port.ts";
import type { RecordStore } from "./port/records.port.ts";
import type { Thing } from "./port/shelves.port.ts";
import type { Stock } from "./shelves.store.ts";
import { metaKey } from "./table/keys.table.ts";
import type { Table } from "./table/table.ts";

const PAGE = 100;

export function createStock(table: Table, records: RecordStore): Stock {
  const byKind: Record<KeptKind, (tenant: string, ids: string[]) => Promise<Thing[]>> = {
    // Those on the shelf are read: a tenant may have very many debates, of which few are drafts.
    async debates(tenant, ids) {
      const items = await table.getAll(ids.map((debateId) => metaKey({ tenant, debateId })));
      return items.map(recordOf).filter(isShelved).map(thing);
    },
    files: async (tenant) => (await all((page) => records.page({ tenant }, FILES, page))).map(thing),
    async presets(tenant) {
      const names = await all(
        (page) => records.page({ tenant }, PRESET_NAMES, page),
        ({ name }) => name,
      );
      const versions = names.map(({ name }) =>
        all(
          ({ limit, after }) =>
            records.page({ tenant }, PRESET_VERSIONS, { name, limit, before: after ? Number(after) : undefined }),
          ({ version }) => String(version),
        ),
      );
      return (await Promise.all(versions)).flat().map((preset) => thing({ ...preset, id: versionId(preset) }));
    },
    templates: async (tenant) => (await records.list({ tenant }, TEMPLATES, {})).map(thing),
    schedules: async (tenant) => (await all((page) => records.page({ tenant }, SCHEDULES, page))).map(thing),
    // How large their items are is not listed.
    experiments: async (tenant) => (await all((page) => records.page({ tenant }, EXPERIMENTS, page))).map(thing),
    async keys(tenant) {
      const keys = await all((page) => records.page({ tenant }, KEYS_OF_TENANT, page), placeOfKey);
      return keys.filter(({ revokedAt }) => revokedAt === null).map(keyThing);
    },
  };
  return async (shelf, ids) => {
    // Changes stay for as long as their debate.
    if (shelf.of === "changes") return ids.map((id) => ({ id, bytes: 0 }));
    if (shelf.of !== "shares") return byKind[shelf.of](shelf.tenant, ids);
    const shares = await records.list(shelf, SHARES, {});
    return shares.map(({ id, expiresAt }) => ({ id, bytes: 0, until: secondsOf(expiresAt) }));
  };
}

/** A preset's version on its shelf. */
export function versionId({ name, version }: { name: string; version: number }): string {
  return `${name}@${version}`;
}

/** It is a draft that has never started, also when it was stopped; or an import. */
function isShelved({ state, config }: ListedRecord): boolean {
  return config.imported !== undefined || DRAFT.includes(state.status) || state.startedAt === null;
}

/** A file has its own bytes; of others their size as JSON counts. */
function thing(value: { id: string; bytes?: number }): Thing {
  return { id: value.id, bytes: value.bytes ?? Buffer.byteLength(JSON.stringify(value)) };
}

function keyThing(key: StoredApiKey): Thing {
  return { ...thing(key), ...(key.expiresAt !== null && { until: secondsOf(key.expiresAt) }) };
}

type Page<V> = (page: { limit: number; after?: string }) => Promise<{ values: V[]; isEnd: boolean }>;

async function all<V extends object>(
  read: Page<V>,
  placeOf = (last: V) => String((last as { id?: string }).id),
): Promise<V[]> {
  const values: V[] = [];
  for (let after: string | undefined; ; ) {
    const page = await read({ limit: PAGE, ...(after !== undefined && { after }) });
    values.push(...page.values);
    const last = page.values.at(-1);
    if (page.isEnd || !last) return values;
    after = placeOf(last);
  }
}

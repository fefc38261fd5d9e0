/** What is stored of the kinds that have shelves, for shelves to be compared with. */

import type { KeptKind } from "../domain/around/kept-limits.ts";
import { KEYS_OF_TENANT, placeOfKey, type StoredApiKey, TEMPLATES } from "../domain/around/outside-records.ts";
import { FILES } from "../domain/play/records/files.record.ts";
import { secondsOf } from "../domain/play/records/keys.record.ts";
import { SHARES } from "../domain/play/records/kinds.record.ts";
import { DRAFT } from "../domain/shapes/lifecycle.shape.ts";
import { EXPERIMENTS } from "../features/experiments/domain/experiment-records.ts";
import { shelvedPresets } from "../features/presets/store/find.ts";
import { SCHEDULES } from "../features/schedules/domain/schedule-records.ts";
import { recordOf } from "./debates/debates.ts";
import type { ListedRecord } from "./port/debates.port.ts";
import type { RecordStore } from "./port/records.port.ts";
import type { Thing } from "./port/shelves.port.ts";
import { everyOf, shelved, thingOf } from "./shelved.ts";
import type { Stock } from "./shelves.store.ts";
import { metaKey } from "./table/keys.table.ts";
import type { Table } from "./table/table.ts";

export function createStock(table: Table, records: RecordStore): Stock {
  const byKind: Partial<Record<KeptKind, (tenant: string, ids: string[]) => Promise<Thing[]>>> = {
    // Those on the shelf are read: a tenant may have very many debates, of which few are drafts.
    async debates(tenant, ids) {
      const items = await table.getAll(ids.map((debateId) => metaKey({ tenant, debateId })));
      return items.map(recordOf).filter(isShelved).map(thingOf);
    },
    files: shelved(records, FILES),
    presets: shelvedPresets(records),
    templates: async (tenant) => (await records.list({ tenant }, TEMPLATES, {})).map(thingOf),
    schedules: shelved(records, SCHEDULES),
    // How large their items are is not listed.
    experiments: shelved(records, EXPERIMENTS),
    async keys(tenant) {
      const keys = await everyOf((page) => records.page({ tenant }, KEYS_OF_TENANT, page), placeOfKey);
      return keys.filter(({ revokedAt }) => revokedAt === null).map(keyThing);
    },
  };
  return async (shelf, ids) => {
    // Changes stay for as long as their debate.
    if (shelf.of === "changes") return ids.map((id) => ({ id, bytes: 0 }));
    if (shelf.of !== "shares") return (await byKind[shelf.of]?.(shelf.tenant, ids)) ?? [];
    const shares = await records.list(shelf, SHARES, {});
    return shares.map(({ id, expiresAt }) => ({ id, bytes: 0, until: secondsOf(expiresAt) }));
  };
}

/** It is a draft that has never started, also when it was stopped; or an import. */
function isShelved({ state, config }: ListedRecord): boolean {
  return config.imported !== undefined || DRAFT.includes(state.status) || state.startedAt === null;
}

function keyThing(key: StoredApiKey): Thing {
  return { ...thingOf(key), ...(key.expiresAt !== null && { until: secondsOf(key.expiresAt) }) };
}

/** Versions of deleted presets stay readable for as long as there is room for others. */

import type { Store } from "../../../store/port/store.ts";
import { PRESET_NAMES, PRESET_VERSIONS } from "../domain/preset-records.ts";
import { versionId } from "../store/find.ts";

const PAGE = 100;

/** Removes all versions of the tenant's deleted presets. Their names go on counting. True: there is more room now. */
export async function clearHidden(store: Pick<Store, "records" | "shelves">, tenant: string): Promise<boolean> {
  let cleared = false;
  for (let after: string | undefined; ; ) {
    const page = await store.records.page({ tenant }, PRESET_NAMES, { limit: PAGE, after });
    for (const { name, isHidden } of page.values) if (isHidden && (await clear(store, tenant, name))) cleared = true;
    after = page.values.at(-1)?.name;
    if (page.isEnd || after === undefined) return cleared;
  }
}

async function clear({ records, shelves }: Pick<Store, "records" | "shelves">, tenant: string, name: string) {
  for (let cleared = false; ; cleared = true) {
    const { values } = await records.page({ tenant }, PRESET_VERSIONS, { name, limit: PAGE });
    const [newest] = values;
    if (!newest) return cleared;
    // The oldest go first, so that what is left after a crash still says how far the name has counted.
    if (!cleared) await records.put({ tenant }, PRESET_NAMES, { name, isHidden: true, last: newest.version });
    for (const preset of values.toReversed()) {
      await records.remove({ tenant }, PRESET_VERSIONS, preset);
      await shelves.remove({ tenant, of: "presets" }, versionId(preset));
    }
  }
}

/** A tenant's presets: found by reference, saved as the next version, listed with the built-in ones. */
import { isDeepStrictEqual } from "node:util";
import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { withRoom } from "../../../api/kept/room.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import {
  MOST_VERSIONS,
  type Preset,
  type PresetVersionRequest,
  parseReference,
  type StoredPreset,
} from "../../../domain/shapes/schemas/preset.ts";
import type { Store } from "../../../store/port/store.ts";
import { BUILT_IN_PRESETS, builtInPreset } from "../domain/built-in.ts";
import { PRESET_NAMES, PRESET_VERSIONS } from "../domain/preset-records.ts";
import { findPreset, listedPreset, newestPreset, unknownPreset, versionId } from "../store/find.ts";

// Versions of deleted presets stay readable for as long as there is room for others.

const PAGE = 100;

/** Removes all versions of the tenant's deleted presets. Their names go on counting. True: there is more room now. */
async function clearHidden(store: Pick<Store, "records" | "shelves">, tenant: string): Promise<boolean> {
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

/** Two callers who save at once take turns. */
const SAVE_TRIES = 5;

export interface Presets {
  /** By name or name and version. Throws `not-found`, also for another tenant's preset. */
  require(tenant: string, reference: string): Promise<Preset>;
  /** The newest version of each, the built-in ones first. `after` is the `next` of the previous page. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{ items: Preset[]; next: string | null }>;
  /** Throws `not-found` for a name that never was. */
  requireName(tenant: string, name: string): Promise<void>;
  /** The newest first. */
  versions(input: { tenant: string; name: string; limit: number; after?: string }): Promise<{
    items: Preset[];
    next: string | null;
  }>;
  /** Makes the name's next version, unless the newest is the same, and returns the newest. Throws `conflict` for a built-in one. `expected` sees what stands, and may throw. */
  save(input: {
    tenant: string;
    name: string;
    saved: PresetVersionRequest;
    expected: (newest: Preset | null) => void;
  }): Promise<Preset>;
  /** Its versions stay readable. Throws `not-found`, or `conflict` for a built-in one. */
  hide(tenant: string, name: string): Promise<void>;
}

export function createPresets(deps: Pick<AppDeps, "store" | "settings" | "now">): Presets {
  const { store, now } = deps;
  const { records } = store;
  const newest = (tenant: string, name: string) => newestPreset(records, tenant, name);
  const listed = (tenant: string, name: string) => listedPreset(records, tenant, name);

  async function put(tenant: string, version: number, { name, saved }: { name: string; saved: PresetVersionRequest }) {
    const { description, request } = saved;
    const preset: StoredPreset = {
      name,
      version,
      ...(description !== undefined && { description }),
      request,
      createdAt: now().toISOString(),
    };
    const room = { tenant, of: "presets" as const, id: versionId(preset), size: preset };
    const keep = () => withRoom(deps, room, () => records.put({ tenant }, PRESET_VERSIONS, preset));
    const stored = await keep().catch(async (error: unknown) => {
      const isFull = error instanceof ParleyError && error.code === "conflict";
      if (isFull && (await clearHidden(store, tenant))) return keep();
      throw error;
    });
    return isDeepStrictEqual(stored, preset) ? own(preset) : null;
  }

  return {
    require: (tenant, reference) => findPreset(records, tenant, reference),

    async list({ tenant, limit, after }) {
      const builtIn = after === undefined ? BUILT_IN_PRESETS : [];
      const names = await records.page({ tenant }, PRESET_NAMES, { limit, ...(after && { after }) });
      const shown = names.values.filter(({ isHidden }) => !isHidden);
      const presets = await Promise.all(shown.map(({ name }) => newest(tenant, name)));
      const last = names.values.at(-1);
      return {
        items: [...builtIn, ...presets.flatMap((preset) => (preset ? [own(preset)] : []))],
        next: names.isEnd || !last ? null : last.name,
      };
    },

    async requireName(tenant, name) {
      const isKnown = builtInPreset(name) ?? (parseReference(name)?.version === null && (await newest(tenant, name)));
      if (!isKnown) throw unknownPreset(name);
    },

    async versions({ tenant, name, limit, after }) {
      const builtIn = builtInPreset(name);
      if (builtIn) return { items: [builtIn], next: null };
      const before = after === undefined ? undefined : Number(after);
      const { values, isEnd } = await records.page({ tenant }, PRESET_VERSIONS, { name, limit, before });
      const last = values.at(-1);
      return { items: values.map(own), next: isEnd || !last ? null : String(last.version) };
    },

    async save({ tenant, name, saved, expected }) {
      requireOwn(name);
      for (let attempt = 0; attempt < SAVE_TRIES; attempt++) {
        const [shown, before, known] = await Promise.all([
          listed(tenant, name),
          newest(tenant, name),
          records.get({ tenant }, PRESET_NAMES, { name }),
        ]);
        expected(shown && own(shown));
        if (shown && isSame(shown, saved)) return own(shown);
        const version = Math.max(before?.version ?? 0, known?.last ?? 0) + 1;
        if (version > MOST_VERSIONS) throw new ParleyError("conflict", `the preset ${name} has too many versions`);
        const preset = await put(tenant, version, { name, saved });
        if (!preset) continue;
        await records.put({ tenant }, PRESET_NAMES, { name, isHidden: false });
        return preset;
      }
      throw new ParleyError("conflict", `others save the preset ${name} at this moment; send the request again`);
    },

    async hide(tenant, name) {
      requireOwn(name);
      if (!(await listed(tenant, name))) throw unknownPreset(name);
      await records.put({ tenant }, PRESET_NAMES, { name, isHidden: true });
    },
  };
}

function requireOwn(name: string): void {
  if (builtInPreset(name))
    throw new ParleyError("conflict", `the preset ${name} is built in and cannot be changed; choose another name`);
}

function isSame({ description, request }: StoredPreset, saved: PresetVersionRequest): boolean {
  return description === saved.description && isDeepStrictEqual(request, saved.request);
}

function own(preset: StoredPreset): Preset {
  return { ...preset, builtIn: false };
}

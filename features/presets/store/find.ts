/** Finds a tenant's presets, built-in ones too, and puts a request over the one that it names. */

import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { didYouMean } from "../../../domain/base/text/nearest.text.ts";
import { overPreset } from "../../../domain/play/beginning/over-preset.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import {
  type AppliedPreset,
  type Preset,
  PresetReference,
  parseReference,
  referenceTo,
  type StoredPreset,
} from "../../../domain/shapes/schemas/preset.ts";
import type { RecordStore } from "../../../store/port/records.port.ts";
import { everyOf, thingOf } from "../../../store/shelved.ts";
import { BUILT_IN_PRESETS, builtInPreset } from "../domain/built-in.ts";
import { PRESET_NAMES, PRESET_VERSIONS } from "../domain/preset-records.ts";

/** Also of a name that is hidden. */
export async function newestPreset(records: RecordStore, tenant: string, name: string): Promise<StoredPreset | null> {
  const { values } = await records.page({ tenant }, PRESET_VERSIONS, { name, limit: 1 });
  return values[0] ?? null;
}

/** null for a name that is hidden. */
export async function listedPreset(records: RecordStore, tenant: string, name: string): Promise<StoredPreset | null> {
  const place = records.get({ tenant }, PRESET_NAMES, { name });
  const [known, preset] = await Promise.all([place, newestPreset(records, tenant, name)]);
  return known?.isHidden ? null : preset;
}

/** By name or name and version. Throws `not-found`, also for another tenant's preset. */
export async function findPreset(records: RecordStore, tenant: string, reference: string): Promise<Preset> {
  const asked = parseReference(reference);
  if (!asked) throw unknownPreset(reference);
  const { name, version } = asked;
  const builtIn = builtInPreset(name);
  if (builtIn) {
    if (version === null || version === builtIn.version) return builtIn;
    throw unknownPreset(reference, [referenceTo(builtIn)]);
  }
  const found =
    version === null
      ? await listedPreset(records, tenant, name)
      : await records.get({ tenant }, PRESET_VERSIONS, { name, version });
  if (!found) throw unknownPreset(reference, await knownNames(records, tenant));
  return { ...found, builtIn: false };
}

/** Throws `invalid-request` for a preset that the tenant does not have. */
export async function applyPreset(records: RecordStore, tenant: string, body: unknown): Promise<AppliedPreset> {
  if (!isObject(body) || !("preset" in body)) return { body, preset: null };
  const { preset: reference, ...given } = body;
  const preset = await requireNamed(records, tenant, reference);
  return overPreset(preset, given);
}

async function requireNamed(records: RecordStore, tenant: string, reference: unknown): Promise<Preset> {
  const parsed = PresetReference.safeParse(reference);
  if (!parsed.success) throw refused(parsed.error.issues[0]?.message ?? "is not valid");
  try {
    return await findPreset(records, tenant, parsed.data);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "not-found") throw refused(error.message);
    throw error;
  }
}

function refused(detail: string): ParleyError {
  const errors: Problem[] = [{ pointer: "/preset", detail }];
  return new ParleyError("invalid-request", "the debate is not valid", { errors });
}

/** Names among which a wrong one's like is looked for. */
const MOST_NAMES = 200;

async function knownNames(records: RecordStore, tenant: string): Promise<string[]> {
  const { values } = await records.page({ tenant }, PRESET_NAMES, { limit: MOST_NAMES });
  const own = values.flatMap(({ name, isHidden }) => (isHidden ? [] : [name]));
  return [...BUILT_IN_PRESETS.map(({ name }) => name), ...own];
}

/** `not-found`. `known`: names of which one may have been meant. */
export function unknownPreset(reference: string, known: string[] = []): ParleyError {
  const asked = reference.slice(0, 80);
  return new ParleyError("not-found", `there is no preset ${asked}${didYouMean(asked, known)}`);
}

/** A preset's version on its shelf. */
export function versionId({ name, version }: { name: string; version: number }): string {
  return `${name}@${version}`;
}

/** All versions of a tenant's presets, for its shelf. */
export const shelvedPresets = (records: RecordStore) => async (tenant: string) => {
  const names = await everyOf(
    (page) => records.page({ tenant }, PRESET_NAMES, page),
    ({ name }) => name,
  );
  const versions = names.map(({ name }) =>
    everyOf(
      ({ limit, after }) =>
        records.page({ tenant }, PRESET_VERSIONS, { name, limit, before: after ? Number(after) : undefined }),
      ({ version }) => String(version),
    ),
  );
  return (await Promise.all(versions)).flat().map((preset) => thingOf({ ...preset, id: versionId(preset) }));
};

/** A tenant's presets: each version once, and a list of their names. */

import { piece, requireShort, six, tenantKey } from "../../../domain/play/records/keys.record.ts";
import type { Kind } from "../../../domain/play/records/kind.ts";
import type { StoredPreset } from "../../../domain/shapes/schemas/preset.ts";

interface OfTenant {
  tenant: string;
}

interface ListedPreset {
  name: string;
  /** It is not listed, and its name stands for no version; versions stay readable. */
  isHidden: boolean;
  /** The newest version there ever was, where versions of a hidden name were removed. */
  last?: number;
}

const partition = ({ tenant }: OfTenant) => `${tenantKey(tenant)}#PRESETS`;
const nameKey = ({ name }: { name: string }) => requireShort(`NAME#${piece(name)}`, { name: "preset", as: "sort" });
const versionsKey = (name: string) => requireShort(`VERSION#${piece(name)}#`, { name: "preset", as: "sort" });

export const PRESET_NAMES: Kind<ListedPreset, { name: string }, { after?: string | undefined }, OfTenant> = {
  name: "preset's name",
  partition,
  key: nameKey,
  range: ({ after }) => ({
    prefix: "NAME#",
    start: after === undefined ? undefined : { SK: nameKey({ name: after }) },
  }),
  replaces: () => true,
  pack: ({ name, isHidden, last }) => ({ name, isHidden, ...(last !== undefined && { last }) }),
  unpack: ({ name, isHidden, last }) => ({ name, isHidden, ...(last !== undefined && { last }) }) as ListedPreset,
};

/** Put once. Lists begin with the newest version. */
export const PRESET_VERSIONS: Kind<
  StoredPreset,
  { name: string; version: number },
  { name: string; before?: number | undefined },
  OfTenant
> = {
  name: "preset",
  partition,
  key: ({ name, version }) => `${versionsKey(name)}${six(version)}`,
  range: ({ name, before }) => ({
    prefix: versionsKey(name),
    start: before === undefined ? undefined : { SK: `${versionsKey(name)}${six(before)}` },
  }),
  newestFirst: true,
  pack: ({ request, ...preset }) => ({ ...preset, request: JSON.stringify(request) }),
  unpack: ({ name, version, description, request, createdAt }) =>
    ({
      name,
      version,
      ...(description !== undefined && { description }),
      request: JSON.parse(request as string),
      createdAt,
    }) as StoredPreset,
};

/** What a tenant may keep of each kind, so that no tenant fills the store. A team does not notice the defaults. */

export interface Most {
  things: number;
  bytes: number;
}

/**
 * `debates`: drafts that never started, and imports. Others are limited by the quotas on debates. `keys`: API keys that are
 * neither revoked nor expired.
 */
const KEPT_KINDS = ["debates", "files", "presets", "templates", "schedules", "experiments", "keys"] as const;
export type KeptKind = (typeof KEPT_KINDS)[number];
export type KeptLimits = Record<KeptKind, Most>;

const MB = 1_000_000;

export const KEPT: KeptLimits = {
  debates: { things: 2_000, bytes: 1_000 * MB },
  files: { things: 2_000, bytes: 5_000 * MB },
  presets: { things: 2_000, bytes: 100 * MB },
  templates: { things: 2_000, bytes: 50 * MB },
  schedules: { things: 100, bytes: 20 * MB },
  experiments: { things: 2_000, bytes: 2_000 * MB },
  keys: { things: 1_000, bytes: 5 * MB },
};

/** The list of all that a tenant keeps of a kind is one item of 400 KB. */
const MOST_THINGS = 5_000;

/** What a refusal names: the things, and how room is made. */
export const KEPT_WORDS: Record<KeptKind, { things: string; remedy: string }> = {
  debates: {
    things: "drafts and imported debates",
    remedy: "start drafts, or stop them and delete them, or delete imported debates (DELETE /v1/debates/{id})",
  },
  files: { things: "files", remedy: "delete files (DELETE /v1/files/{id})" },
  presets: { things: "versions of presets", remedy: "delete presets (DELETE /v1/presets/{name})" },
  templates: { things: "templates", remedy: "delete templates (DELETE /v1/templates/{id})" },
  schedules: { things: "schedules", remedy: "delete schedules (DELETE /v1/schedules/{id})" },
  experiments: { things: "experiments", remedy: "experiments are kept, so ask the operator for a higher limit" },
  keys: { things: "API keys", remedy: "revoke keys (DELETE /v1/keys/{id})" },
};

const PART = /^([a-z]+)=([1-9]\d{0,3})(?::([1-9]\d{0,6})MB)?$/;

/** `files=500:2000MB,schedules=20`, over the defaults. Throws for anything else. */
export function parseKeptLimits(text: string): KeptLimits {
  const limits = { ...KEPT };
  for (const part of text.split(",")) {
    const [, kind = "", things, megabytes] = PART.exec(part.trim()) ?? [];
    if (!isKind(kind) || Number(things) > MOST_THINGS)
      throw new Error(
        `must be like files=500:2000MB,schedules=20, with ${KEPT_KINDS.join(", ")} and at most ${MOST_THINGS} each`,
      );
    const bytes = megabytes === undefined ? limits[kind].bytes : Number(megabytes) * MB;
    limits[kind] = { things: Number(things), bytes };
  }
  return limits;
}

function isKind(text: string): text is KeptKind {
  return (KEPT_KINDS as readonly string[]).includes(text);
}

/** A preset: a debate request saved under a name, as sent, stored and shown. A version never changes. */
import { z } from "zod";
import { dictionary, notBlank } from "./bounds.ts";

/** Bytes of the request as JSON. A version is one item in DynamoDB, which has 400 KB at most. */
export const MOST_BYTES = 200_000;
export const MOST_VERSIONS = 999_999;

const NAME = /^[a-z0-9][a-z0-9-]*$/;
const LONGEST_NAME = 63;
const REFERENCE = /^([a-z0-9][a-z0-9-]*)(?:@([1-9][0-9]{0,5}))?$/;

const PresetName = z
  .string()
  .max(LONGEST_NAME)
  .regex(NAME, "must be lower-case letters, digits and dashes, at most 63, as in weekly-review");

/** `decision` is the newest version, `decision@3` the third. */
export const PresetReference = z
  .string()
  .max(LONGEST_NAME + 7)
  .regex(REFERENCE, "must be a preset's name, or its name and version as in decision@3");

const description = notBlank(500).optional().meta({ description: "What it is for" });
const request = dictionary(z.unknown(), 100).meta({
  description: "A `DebateRequest` without `start`, `webhook` and `preset`; the topic may be left out",
});

export const PresetVersionRequest = z
  .strictObject({ description, request })
  .meta({ id: "PresetVersionRequest", description: "A preset's next version" });
export type PresetVersionRequest = z.infer<typeof PresetVersionRequest>;
export type NewPresetVersion = z.input<typeof PresetVersionRequest>;

export const PresetRequest = z
  .strictObject({
    name: PresetName.meta({ description: "Its name: lower-case letters, digits and dashes" }),
    description,
    request,
  })
  .meta({ id: "PresetRequest", description: "A debate request to save under a name" });
export type NewPreset = z.input<typeof PresetRequest>;

export const Preset = z
  .object({
    name: z.string().meta({ description: "The preset's name", examples: ["decision"] }),
    version: z.int().meta({ description: "1, 2, 3, …; a version never changes" }),
    description: z.string().optional().meta({ description: "What it is for" }),
    request,
    builtIn: z.boolean().meta({ description: "Comes with Parley and cannot be changed" }),
    createdAt: z.string().nullable().meta({ description: "When this version was made; null: it is built in" }),
  })
  .meta({ id: "Preset", description: "A version of a saved debate request" });
export type Preset = z.infer<typeof Preset>;

const value = z.unknown().optional();

export const PresetDifference = z
  .object({
    name: z.string().meta({ description: "The preset's name" }),
    from: z.int().meta({ description: "The one version" }),
    to: z.int().meta({ description: "The other version" }),
    changes: z
      .array(
        z.object({
          pointer: z.string().meta({ description: "Which value, as a JSON pointer into the preset" }),
          before: value.meta({ description: "In the one version; missing: it is not there" }),
          after: value.meta({ description: "In the other version; missing: it is not there" }),
        }),
      )
      .meta({ description: "All values that differ; a list is one value where its length differs" }),
    patch: z
      .record(z.string(), z.unknown())
      .meta({ description: "The JSON merge patch (RFC 7396) that makes the other request of the one" }),
  })
  .meta({ id: "PresetDifference", description: "What changed from one version to another" });
export type PresetDifference = z.infer<typeof PresetDifference>;

/** A version as a tenant stores it. */
export type StoredPreset = Omit<Preset, "builtIn" | "createdAt"> & { createdAt: string };

/** null for what is no reference. A reference without version means the newest. */
export function parseReference(text: string): { name: string; version: number | null } | null {
  const [, name, version] = REFERENCE.exec(text) ?? [];
  return name === undefined || name.length > LONGEST_NAME
    ? null
    : { name, version: version === undefined ? null : Number(version) };
}

/** `decision@3`. */
export function referenceTo({ name, version }: Pick<Preset, "name" | "version">): string {
  return `${name}@${version}`;
}

/** A request put over the preset that it names. */
export interface AppliedPreset {
  /** Without `preset`. */
  body: unknown;
  /** The version that was taken, as `decision@3`; null: the request names none. */
  preset: string | null;
}

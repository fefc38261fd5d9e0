/** Reads a body: at most 1 MiB, 16 MiB for imports, experiments and payloads, 20 MiB and its form for a file. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { MOST_FILE_BYTES } from "../../domain/shapes/schemas/file.schema.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { parseBytes } from "./json.http.ts";

const MIB = 1024 * 1024;
/** What a form adds to its file: borders and headers. */
const FORM_BYTES = 16 * 1024;
/** What commands take that stop something, and keys that sign in. */
const SMALL = 64 * 1024;
const LARGER: Record<string, number> = {
  "/v1/debates/import": 16 * MIB,
  "/v1/experiments": 16 * MIB,
  "/codec/encode": 16 * MIB,
  "/codec/decode": 16 * MIB,
  "/v1/files": MOST_FILE_BYTES + FORM_BYTES,
};
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const PATCH_TYPE = /^application\/(json|merge-patch\+json)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * The body as JSON; undefined if it is empty and `optional`. A `patch` may have the type of a merge patch. Throws
 * `payload-too-large` (at the first byte too many), `unsupported-media-type` or `malformed-json`.
 */
export async function readJson(c: Context<AppEnv>, { optional = false, patch = false } = {}): Promise<unknown> {
  const bytes = await readJsonBytes(c, { optional, patch });
  return bytes.length === 0 && optional ? undefined : parseBytes(bytes);
}

/** The bytes that `readJson` would parse. Throws as it does, except `malformed-json`. */
export async function readJsonBytes(
  c: Context<AppEnv>,
  { optional = false, patch = false } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const type = c.req.header("content-type");
  const isEncoded = (c.req.header("content-encoding") ?? "identity") !== "identity";
  const known = patch ? PATCH_TYPE : JSON_TYPE;
  if (isEncoded || (type !== undefined && !known.test(type.trim()))) throw wrongType(patch);
  const bytes = await bodyBytes(c);
  if (type === undefined && !(bytes.length === 0 && optional)) throw wrongType(patch);
  return bytes;
}

const whole = new WeakMap<Request, Uint8Array<ArrayBuffer>>();

/** The most bytes of a body for this address. */
export function mostBytes(path: string, { isSmall }: { isSmall: boolean }): number {
  return isSmall ? SMALL : (LARGER[path] ?? MIB);
}

/** Keeps the body of a request, which arrives before the request takes a place (`api/places/take.ts`). */
export function keepBody({ req: { raw } }: Context<AppEnv>, bytes: Uint8Array<ArrayBuffer>): void {
  whole.set(raw, bytes);
}

/** The raw body; may be called repeatedly. */
export async function bodyBytes({ req: { raw } }: Context<AppEnv>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = whole.get(raw);
  if (bytes) return bytes;
  throw new Error("a route reads a body that its place has not taken in");
}

function wrongType(patch: boolean): ParleyError {
  const types = patch ? "application/merge-patch+json or application/json" : "application/json";
  return new ParleyError("unsupported-media-type", `send the body as ${types} in UTF-8, not compressed`);
}

/** Reads a body: at most 1 MiB, 16 MiB for imports, experiments and payloads, 20 MiB and its form for a file. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/errors.ts";
import { MOST_FILE_BYTES } from "../../domain/schemas/file.ts";
import type { AppEnv } from "../context.ts";
import { parseBytes } from "./json.ts";

const MIB = 1024 * 1024;
/** What a form adds to its file: borders and headers. */
const FORM_BYTES = 16 * 1024;
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

const read = new WeakMap<Request, Promise<Uint8Array<ArrayBuffer>>>();

/** The raw body; may be called repeatedly. Throws `payload-too-large`. */
export function bodyBytes({ req: { raw, path } }: Context<AppEnv>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = read.get(raw) ?? readBytes(raw, LARGER[path] ?? MIB);
  read.set(raw, bytes);
  return bytes;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): ParleyError {
  return new ParleyError("payload-too-large", `the body is larger than ${limit} bytes`);
}

function wrongType(patch: boolean): ParleyError {
  const types = patch ? "application/merge-patch+json or application/json" : "application/json";
  return new ParleyError("unsupported-media-type", `send the body as ${types} in UTF-8, not compressed`);
}

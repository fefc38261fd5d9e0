/** Reads a request's body: JSON in UTF-8, at most 1 MiB, or 16 MiB of a whole debate and of payloads. */
import type { Context } from "hono";
import { z } from "zod";
import { faultsOf } from "../domain/checks.ts";
import { ParleyError } from "../domain/errors.ts";
import type { AppEnv } from "./context.ts";
import { parseJson } from "./json.ts";

const MIB = 1024 * 1024;
const LARGER: Record<string, number> = {
  "/v1/debates/import": 16 * MIB,
  "/codec/encode": 16 * MIB,
  "/codec/decode": 16 * MIB,
};
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const PATCH_TYPE = /^application\/(json|merge-patch\+json)\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * The body as JSON; undefined when there is none and `optional` allows it. A `patch` may be a merge patch. Throws `payload-too-large` (at the first
 * byte too many, however it is sent), `unsupported-media-type` or `malformed-json`.
 */
export async function readJson(c: Context<AppEnv>, { optional = false, patch = false } = {}): Promise<unknown> {
  const type = c.req.header("content-type");
  const isEncoded = (c.req.header("content-encoding") ?? "identity") !== "identity";
  const known = patch ? PATCH_TYPE : JSON_TYPE;
  if (isEncoded || (type !== undefined && !known.test(type.trim()))) throw wrongType(patch);
  const bytes = await bodyBytes(c);
  if (bytes.length === 0 && optional) return undefined;
  if (type === undefined) throw wrongType(patch);
  return parseJson(decode(bytes));
}

/** A body by its schema. Throws `invalid-request` with every fault; `what` is that which is not valid. */
export function validBody<T extends z.ZodType>(schema: T, body: unknown, what: string): z.infer<T> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", `${what} not valid`, { errors: faultsOf(parsed.error) });
}

const read = new WeakMap<Request, Promise<Uint8Array>>();

/** The body as it came; it can be asked for again. Throws `payload-too-large`. */
export function bodyBytes({ req: { raw, path } }: Context<AppEnv>): Promise<Uint8Array> {
  const bytes = read.get(raw) ?? readBytes(raw, LARGER[path] ?? MIB);
  read.set(raw, bytes);
  return bytes;
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ParleyError("malformed-json", "the body is not valid UTF-8");
  }
}

function tooLarge(limit: number): ParleyError {
  return new ParleyError("payload-too-large", `the body is larger than ${limit} bytes`);
}

function wrongType(patch: boolean): ParleyError {
  const types = patch ? "application/merge-patch+json or application/json" : "application/json";
  return new ParleyError("unsupported-media-type", `send the body as ${types} in UTF-8, not compressed`);
}

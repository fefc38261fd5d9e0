/** Reads a request's body: at most 1 MiB of JSON in UTF-8. */
import type { Context } from "hono";
import { ParleyError } from "../domain/errors.ts";
import type { AppEnv } from "./context.ts";
import { parseJson } from "./json.ts";

const BODY_LIMIT = 1024 * 1024;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * The body as JSON; undefined when there is none and `optional` allows it. Throws `payload-too-large` (at the first
 * byte too many, however it is sent), `unsupported-media-type` or `malformed-json`.
 */
export async function readJson(c: Context<AppEnv>, { optional = false } = {}): Promise<unknown> {
  const type = c.req.header("content-type");
  const isEncoded = (c.req.header("content-encoding") ?? "identity") !== "identity";
  if (isEncoded || (type !== undefined && !JSON_TYPE.test(type.trim()))) throw wrongType();
  const bytes = await readBytes(c.req.raw);
  if (bytes.length === 0 && optional) return undefined;
  if (type === undefined) throw wrongType();
  return parseJson(decode(bytes));
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw tooLarge();
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

function tooLarge(): ParleyError {
  return new ParleyError("payload-too-large", `the body is larger than ${BODY_LIMIT} bytes`);
}

function wrongType(): ParleyError {
  return new ParleyError("unsupported-media-type", "send the body as application/json in UTF-8, not compressed");
}

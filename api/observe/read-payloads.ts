/** Reads the payloads of a codec request. Large bodies are read in a process of their own. */
import { z } from "zod";
import { dictionary, list } from "../../domain/shapes/schemas/bounds.ts";
import { parseBytes } from "../http/json.http.ts";
import { requireFewValues } from "../http/json-values.ts";
import { validBody } from "../http/valid-body.ts";

/** Characters of base64: a body has 16 MiB. */
const LONGEST = 16 * 1024 * 1024;

/** A payload in Protobuf's JSON: all bytes as base64. */
const WirePayload = z.object({
  metadata: dictionary(z.base64().max(LONGEST), 100).default({}),
  data: z.base64().max(LONGEST).default(""),
});
/** Protobuf leaves an empty list out. */
const Body = z.object({ payloads: list(WirePayload, 1_000).nullish() });

export interface PayloadsInput {
  bytes: Uint8Array;
}

export type PayloadsRead = { metadata: Record<string, Uint8Array>; data: Uint8Array }[];

declare module "../base/tasks.api-base.ts" {
  interface Tasks {
    readPayloads: { input: PayloadsInput; output: PayloadsRead };
  }
}

/** Throws `malformed-json`, `invalid-request` and `too-costly`. */
export function readPayloads({ bytes }: PayloadsInput): PayloadsRead {
  requireFewValues(bytes);
  const { payloads } = validBody(Body, parseBytes(bytes), "the payloads are");
  return (payloads ?? []).map(({ metadata, data }) => ({
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, bytesOf(value)])),
    data: bytesOf(data),
  }));
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

/**
 * Temporal's remote codec protocol (`POST /codec/encode`, `/codec/decode`): its UI and its CLI ask here for what the
 * payloads of a history say. For the operator alone, since Temporal holds the payloads of all tenants.
 */
import type { Payload } from "@temporalio/common";
import { cors } from "hono/cors";
import { z } from "zod";
import { ParleyError } from "../../domain/errors.ts";
import { DEFAULT_TENANT } from "../auth.ts";
import { readJson, validBody } from "../body.ts";
import type { ApiSettings, App } from "../context.ts";
import { onlyThese } from "../methods.ts";
import type { Services } from "../services.ts";

/** A payload in Protobuf's JSON: all bytes as base64. */
const WirePayload = z.object({
  metadata: z.record(z.string().max(200), z.base64()).default({}),
  data: z.base64().default(""),
});
/** Protobuf leaves an empty list out. */
const Body = z.object({ payloads: z.array(WirePayload).max(1_000).nullish() });

/** Browsers ask first; before there is a key to show. */
export function allowTemporalUi(app: App, { temporalUiUrl, corsOrigins }: ApiSettings): void {
  const own = temporalUiUrl === null ? [] : [new URL(temporalUiUrl).origin];
  const handler = cors({
    origin: [...own, ...corsOrigins],
    allowMethods: ["POST"],
    allowHeaders: ["Authorization", "Content-Type", "X-Namespace"],
    maxAge: 600,
  });
  app.use("/codec/*", handler);
}

export function registerCodec(app: App, { codec }: Services): void {
  if (!codec) return;
  for (const direction of ["encode", "decode"] as const) {
    const path = `/codec/${direction}`;
    app.post(path, async (c) => {
      if (c.get("tenant") !== DEFAULT_TENANT)
        throw new ParleyError("forbidden", `payloads are for admins of the tenant ${DEFAULT_TENANT}`);
      const { payloads } = validBody(Body, await readJson(c), "the payloads are");
      return c.json({ payloads: (await turned(codec[direction]((payloads ?? []).map(fromWire)))).map(toWire) });
    });
    onlyThese(app, path, ["POST"]);
  }
}

async function turned(work: Promise<Payload[]>): Promise<Payload[]> {
  try {
    return await work;
  } catch (error) {
    // A codec's own fault says which key is missing; whatever else went wrong is not for the answer.
    const detail = error instanceof Error && error.name === "UndecodableError" ? error.message : "they can not be read";
    throw new ParleyError("invalid-request", detail);
  }
}

function fromWire({ metadata, data }: z.infer<typeof WirePayload>): Payload {
  return {
    metadata: Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, bytesOf(value)])),
    data: bytesOf(data),
  };
}

function toWire({ metadata, data }: Payload): z.infer<typeof WirePayload> {
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
    data: base64(data ?? new Uint8Array()),
  };
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

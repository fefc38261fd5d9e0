/**
 * Temporal's remote codec protocol (`POST /codec/encode`, `/codec/decode`): its UI and CLI read encrypted payloads through
 * it. For the operator only, since Temporal stores the payloads of all tenants.
 */
import type { Payload } from "@temporalio/common";
import { cors } from "hono/cors";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { DEFAULT_TENANT } from "../access/auth.access.ts";
import { ownerOf } from "../access/owner-of.ts";
import type { ApiSettings, App } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { readJsonBytes } from "../http/body.http.ts";
import { onlyThese } from "../http/methods.ts";
import { readPayloads } from "./read-payloads.ts";

/** Bytes of a body that is read on the event loop. A thread reads longer ones. */
const SHORT = 1024 * 1024;

/** CORS: browsers send a preflight request, without a key. */
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

export function registerCodec(app: App, services: Services): void {
  const { codec, tasks } = services;
  if (!codec) return;
  for (const direction of ["encode", "decode"] as const) {
    const path = `/codec/${direction}`;
    app.post(path, async (c) => {
      if (c.get("tenant") !== DEFAULT_TENANT)
        throw new ParleyError("forbidden", `payloads are for admins of the tenant ${DEFAULT_TENANT}`);
      const bytes = await readJsonBytes(c);
      const payloads =
        bytes.length <= SHORT
          ? readPayloads({ bytes })
          : await tasks.run("readPayloads", { bytes }, services.leaving(c), ownerOf(c));
      return c.json({ payloads: (await converted(codec[direction](payloads))).map(toWire) });
    });
    onlyThese(app, path, ["POST"]);
  }
}

async function converted(work: Promise<Payload[]>): Promise<Payload[]> {
  try {
    return await work;
  } catch (error) {
    // The codec's own error names the missing key. Other errors are not for callers.
    const detail =
      error instanceof Error && error.name === "UndecodableError" ? error.message : "the payloads cannot be read";
    throw new ParleyError("invalid-request", detail);
  }
}

function toWire({ metadata, data }: Payload) {
  return {
    metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)])),
    data: base64(data ?? new Uint8Array()),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/**
 * The API as a function behind a function URL that streams: cold start (secrets, configuration, clients), then one
 * request at a time. Strangers are never let in, whether there is a key yet or not: the address is public.
 */
import { Client, Connection } from "@temporalio/client";
import { streamHandle } from "hono/aws-lambda";
import { createApp } from "../../api/app.ts";
import { createDebateId } from "../../api/ids.ts";
import { settingsOf } from "../api-settings.ts";
import { dataConverterOf } from "../codec/data-converter.ts";
import { flushed } from "./flush.ts";
import { createParts, type Parts } from "./parts.ts";
import { type StreamingHandler, withAfter } from "./streaming.ts";

const parts = await createParts(process.env);
// Its type is that of functions without streams.
const answer = streamHandle(createFunctionApp(parts)) as unknown as StreamingHandler;

export const handler = withAfter(answer, () => flushed(parts.telemetry));

function createFunctionApp(of: Parts) {
  const { config, endpoint, logger, metrics, store, catalogue, templates, codec, telemetry } = of;
  const { namespace, uiUrl } = config.temporal;
  return createApp({
    temporal: new Client({
      connection: Connection.lazy(endpoint),
      namespace,
      ...dataConverterOf(codec),
      ...telemetry.client,
    }),
    ...(codec && { codec }),
    store,
    templates,
    catalogue,
    logger,
    meter: metrics.meter,
    settings: {
      ...settingsOf(config),
      publicUrl: config.publicUrl,
      // Required by `loadConfig` when nothing is embedded.
      secret: config.secret ?? "",
      temporalUiUrl: uiUrl,
      guarded: true,
    },
    now: () => new Date(),
    newId: createDebateId,
  });
}

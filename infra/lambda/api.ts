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
import { createParts, type Parts } from "./parts.ts";

export const handler = streamHandle(createFunctionApp(await createParts(process.env)));

function createFunctionApp({ config, endpoint, logger, store, catalogue, templates, codec, telemetry }: Parts) {
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

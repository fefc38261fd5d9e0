/** The API of a process, from its parts; the same on a server and as a function. */
import { Client, type ConnectionLike } from "@temporalio/client";
import { createApp } from "../../api/app.ts";
import type { AppDeps } from "../../api/base/context.api-base.ts";
import { createDebateId } from "../../api/base/ids.api-base.ts";
import { dataConverterOf } from "../codec/data-converter.ts";
import type { Parts } from "../parts/parts.wiring.ts";
import { settingsOf } from "./api-settings.ts";

interface Own extends Pick<AppDeps, "tasks" | "closing"> {
  connection: ConnectionLike;
  settings: Pick<AppDeps["settings"], "publicUrl" | "secret" | "receiptKeys" | "temporalUiUrl" | "guarded">;
}

export function appOf(parts: Parts, { connection, settings, ...own }: Own): ReturnType<typeof createApp> {
  const { config, codec, telemetry, metrics, store, templates, passages, catalogue, logger } = parts;
  const { namespace } = config.temporal;
  return createApp({
    ...own,
    store,
    templates,
    passages,
    catalogue,
    logger,
    meter: metrics.meter,
    temporal: new Client({ connection, namespace, ...dataConverterOf(codec), ...telemetry.client }),
    ...(codec && { codec }),
    settings: { ...settingsOf(config), ...settings },
    now: () => new Date(),
    newId: createDebateId,
  });
}

/** The API of a process, from its parts; the same on a server and as a function. */
import { Client, type ConnectionLike } from "@temporalio/client";
import { createApp } from "../../api/app.ts";
import type { AppDeps } from "../../api/base/context.api-base.ts";
import { createDebateId } from "../../api/base/ids.api-base.ts";
import { TASK_QUEUE } from "../../workflows/base/messages.workflow-base.ts";
import type { Config } from "../base/config.infra-base.ts";
import { isLoopback } from "../base/ports.infra-base.ts";
import { version } from "../base/version.ts";
import { dataConverterOf } from "../codec/data-converter.ts";
import type { Parts } from "../parts/parts.wiring.ts";

/** A command is rejected if no worker has answered within this time (docs/design/api.md#22-requests). */
const COMMAND_TIMEOUT_MS = 10_000;

/** The API's settings, from the configuration. */
function settingsOf(config: Config) {
  return {
    durations: config.durations,
    continueAfterEvents: config.continueAfterEvents,
    taskQueue: TASK_QUEUE,
    namespace: config.temporal.namespace,
    corsOrigins: config.corsOrigins,
    limits: config.limits,
    kept: config.kept,
    webhookAllowPrivate: config.webhookAllowPrivate,
    // Other hosts have keys, and their public names are unknown here.
    ...(isLoopback(config.host) && { hosts: [config.host, ...publicHost(config)] }),
    ...(config.oidc && { oidc: config.oidc }),
    ...(config.streamMaxMs !== null && { streamMaxMs: config.streamMaxMs }),
    commandTimeoutMs: COMMAND_TIMEOUT_MS,
    version: version(),
  };
}

function publicHost({ publicUrl }: Config): string[] {
  return publicUrl === null ? [] : [new URL(publicUrl).hostname];
}

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

/** The API's settings, from the configuration. */
import { TASK_QUEUE } from "../../workflows/base/messages.workflow-base.ts";
import type { Config } from "../base/config.infra-base.ts";
import { isLoopback } from "../base/ports.infra-base.ts";
import { version } from "../base/version.ts";

/** A command is rejected if no worker has answered within this time (docs/design/api.md#22-requests). */
const COMMAND_TIMEOUT_MS = 10_000;

export function settingsOf(config: Config) {
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

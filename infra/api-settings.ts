/** What the API is told of the configuration. */
import { TASK_QUEUE } from "../workflows/messages.ts";
import type { Config } from "./config.ts";
import { isLoopback } from "./listen.ts";
import { version } from "./version.ts";

/** A command is refused when no worker has answered by then (spec §2.2). */
const COMMAND_TIMEOUT_MS = 10_000;

export function settingsOf(config: Config) {
  return {
    durations: config.durations,
    continueAfterEvents: config.continueAfterEvents,
    taskQueue: TASK_QUEUE,
    namespace: config.temporal.namespace,
    corsOrigins: config.corsOrigins,
    webhookAllowPrivate: config.webhookAllowPrivate,
    // Elsewhere there are keys, and the names under which a server is reached are not ours to know.
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

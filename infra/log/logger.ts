/** Forwards log lines of Temporal's SDK to our log. */
import { ApplicationFailure } from "@temporalio/common";
import { DefaultLogger, Runtime, type RuntimeOptions } from "@temporalio/worker";
import type { Logger } from "pino";

export { createLogger } from "./json-log.ts";

/** Logged for every queue with model calls only, and for every activity; we log those ourselves. */
const EXPECTED = ["No workflows registered, not polling for workflow tasks", "Activity failed"];

const LEVELS = { TRACE: "trace", DEBUG: "debug", INFO: "info", WARN: "warn", ERROR: "error" } as const;

/** Forwards the SDK's warnings, and the lines that workflow code logs. */
export function createTemporalLogger(logger: Logger): DefaultLogger {
  return new DefaultLogger("INFO", ({ level, message, meta }) => {
    const { error, sdkComponent, workflowId, activityType, taskQueue } = meta ?? {};
    if (EXPECTED.includes(message) || (level === "INFO" && sdkComponent !== "workflow")) return;
    logger[LEVELS[level]]({ sdkComponent, workflowId, activityType, taskQueue, reason: reasonOf(error) }, message);
  });
}

/**
 * Must run once per process, before the SDK's native side is used. Its signal handlers are off: the server decides when
 * workers end.
 */
export function installTemporalRuntime(logger: Logger): void {
  Runtime.install(temporalRuntime(logger));
}

function temporalRuntime(logger: Logger): RuntimeOptions {
  return {
    logger: createTemporalLogger(logger),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: "WARN", other: "ERROR" }, forward: {} } },
  };
}

/** By name and type: messages may contain foreign text. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error instanceof ApplicationFailure && error.type ? `${error.name} ${error.type}` : error.name;
}

/** What Temporal's SDK has to say, as lines of our log. */
import { ApplicationFailure } from "@temporalio/common";
import { DefaultLogger, Runtime, type RuntimeOptions } from "@temporalio/worker";
import type { Logger } from "pino";

export { createLogger } from "./json-log.ts";

/** Said of every queue that serves model calls only, and of every activity, which have a line of our own. */
const EXPECTED = ["No workflows registered, not polling for workflow tasks", "Activity failed"];

const LEVELS = { TRACE: "trace", DEBUG: "debug", INFO: "info", WARN: "warn", ERROR: "error" } as const;

/** The warnings of Temporal's SDK, and the lines that the workflow's own code logs, as lines of our log. */
export function createTemporalLogger(logger: Logger): DefaultLogger {
  return new DefaultLogger("INFO", ({ level, message, meta }) => {
    const { error, sdkComponent, workflowId, activityType, taskQueue } = meta ?? {};
    if (EXPECTED.includes(message) || (level === "INFO" && sdkComponent !== "workflow")) return;
    logger[LEVELS[level]]({ sdkComponent, workflowId, activityType, taskQueue, reason: reasonOf(error) }, message);
  });
}

/**
 * Must run before anything else of the SDK's native side, once per process. Its own signal handlers are off: the
 * server decides when the workers end.
 */
export function installTemporalRuntime(logger: Logger): void {
  Runtime.install(temporalRuntime(logger));
}

export function temporalRuntime(logger: Logger): RuntimeOptions {
  return {
    logger: createTemporalLogger(logger),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: "WARN", other: "ERROR" }, forward: {} } },
  };
}

/** By name and type: the message of a fault may hold what a model or an owner wrote. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return error instanceof ApplicationFailure && error.type ? `${error.name} ${error.type}` : error.name;
}

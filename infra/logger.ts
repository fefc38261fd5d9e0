/** Logs to standard error as JSON lines. Nothing here ever sees a prompt or a key; the redaction is a second net. */
import { DefaultLogger, Runtime } from "@temporalio/worker";
import { destination, type Logger, pino } from "pino";

const SECRETS = [
  "apiKey",
  "*.apiKey",
  "secret",
  "*.secret",
  "authorization",
  "*.authorization",
  "headers",
  "*.headers",
];

/** Said of every queue that serves model calls only. */
const EXPECTED = "No workflows registered, not polling for workflow tasks";

export function createLogger(level: string): Logger {
  return pino({ level, redact: SECRETS, base: null }, destination({ dest: 2, sync: true }));
}

/**
 * Sends the warnings of Temporal's SDK to our log. Must run before anything else of the SDK's native side, once per
 * process. Its own signal handlers are off: the server decides when the workers end.
 */
export function installTemporalRuntime(logger: Logger): void {
  const temporal = new DefaultLogger("WARN", ({ level, message, meta }) => {
    if (message === EXPECTED) return;
    const { error, sdkComponent, workflowId, activityType, taskQueue } = meta ?? {};
    const about = { sdkComponent, workflowId, activityType, taskQueue, reason: reasonOf(error) };
    logger[level === "ERROR" ? "error" : "warn"](about, message);
  });
  Runtime.install({
    logger: temporal,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: "WARN", other: "ERROR" }, forward: {} } },
  });
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error ? `${error.name}: ${error.message}` : undefined;
}

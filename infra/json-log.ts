/** Logs to standard error as JSON lines. Nothing here ever sees a prompt or a key; the redaction is a second net. */
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

export function createLogger(level: string): Logger {
  return pino({ level, redact: SECRETS, base: null }, destination({ dest: 2, sync: true }));
}

/** Logs JSON lines to standard error. No prompt or key is ever logged; the redaction is a second safeguard. */
import { destination, type Logger, pino } from "pino";

/** At the top of a line's fields, and one level below. */
const SECRETS = ["apiKey", "secret", "authorization", "headers"].flatMap((name) => [name, `*.${name}`]);

export function createLogger(level: string): Logger {
  return pino({ level, redact: SECRETS, base: null }, destination({ dest: 2, sync: true }));
}

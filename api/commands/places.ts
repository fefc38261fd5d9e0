/**
 * Limits the commands that a process has sent to workers and that are not carried out: more would only be late, and a worker
 * loads a debate's history even for a command that it then refuses. Those that wait have read and written nothing yet.
 */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import type { Services } from "../services.ts";
import { commandTimeoutMs } from "../temporal.ts";
import { createAdmission } from "../threads/admission.ts";

/** Of one process. A worker carries out as many at a time, and each before its deadline even where it manages two a second. */
export const COMMANDS_AT_ONCE = 20;
/** Of one tenant. Tenants take turns. */
export const COMMANDS_WAITING = 500;

/** Mount it on the addresses below a debate, before whatever reads the store. */
export function createCommandPlaces(services: Services) {
  const places = createAdmission({ atOnce: COMMANDS_AT_ONCE, waiting: COMMANDS_WAITING });
  return createMiddleware<AppEnv>(async (c, next) => {
    const reads = c.req.method === "GET" || c.req.method === "HEAD";
    // `validate` waits for models.
    if (reads || c.req.path.endsWith("/validate")) return next();
    const tooLate = AbortSignal.timeout(commandTimeoutMs(services.settings));
    const leave = await places.enter(AbortSignal.any([services.leaving(c), tooLate]), c.get("tenant"));
    try {
      await next();
    } finally {
      leave();
    }
  });
}

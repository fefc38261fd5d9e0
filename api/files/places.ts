/** Limits how many files are in memory: bodies of the others are not read before it is their turn. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";
import type { Services } from "../services.ts";
import { createAdmission } from "../threads/admission.ts";

/** Two are parsed; the others arrive, or are stored. */
export const FILES_AT_ONCE = 6;
export const FILES_WAITING = 24;

/** Mount it before whatever reads a body. */
export function createFilePlaces(services: Services) {
  const places = createAdmission({ atOnce: FILES_AT_ONCE, waiting: FILES_WAITING });
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== "POST") return next();
    const leave = await places.enter(services.leaving(c));
    try {
      await next();
    } finally {
      leave();
    }
  });
}

/**
 * Gives each request its place: the body arrives first, at its sender's pace, and then the place is taken, until the answer is
 * made. How fast the answer is read does not matter.
 */
import { createMiddleware } from "hono/factory";
import { ownerOf } from "../access/owner-of.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { type RoutePlace, UNDESCRIBED, WORK, type WorkName, type WorkPlace } from "../base/places.ts";
import type { Services } from "../base/services.ts";
import { keepBody, mostBytes } from "../http/body.http.ts";
import { routeOf } from "../http/request-facts.ts";
import type { Route } from "../openapi/route.openapi.ts";
import { type Admission, createAdmission, isRefusal } from "./admission.api.ts";
import { createIntake } from "./intake.ts";

const WITH_BODY = new Set(["POST", "PUT", "PATCH"]);

/** The place of a route, by method and address. undefined: nobody has named it. */
export function placesOf(routes: Route[]): (method: string, path: string) => RoutePlace | undefined {
  const places = new Map(Object.entries(UNDESCRIBED));
  for (const { at, place } of routes) if (at !== undefined) places.set(at, place);
  return (method, path) => places.get(`${method === "HEAD" ? "GET" : method} ${path}`);
}

/** Mount it after the authentication, before whatever reads a body or the store. */
export function createPlaces(services: Services, routes: Route[]) {
  const intake = createIntake(services.settings.bodies);
  const admissions = createAdmissions(services.settings.places);
  const placeOf = placesOf(routes);
  const { lateMs } = { ...WORK.commands, ...services.settings.places?.commands };
  const late = new Set(routes.flatMap(({ at, mayBeLate }) => (mayBeLate && at !== undefined ? [at] : [])));
  return createMiddleware<AppEnv>(async (c, next) => {
    const route = routeOf(c);
    if (route === "unmatched") return next();
    // Pages and their files are the same for everybody.
    const place = placeOf(c.req.method, route) ?? (WITH_BODY.has(c.req.method) ? "changes" : "none");
    const owner = ownerOf(c);
    // No load of other bodies keeps these out.
    const isSmall = place === "stops" || place === "signIns";
    const limit = mostBytes(c.req.path, { isSmall });
    const takesBody = WITH_BODY.has(c.req.method);
    const body = takesBody ? await intake.take(c.req.raw, { limit, owner, isFree: isSmall }) : null;
    if (body) keepBody(c, body.bytes);
    try {
      if (place === "none" || place === "inner") return await next();
      const signal = services.leaving(c);
      const mayBeLate = services.backlog !== null && late.has(`${c.req.method} ${route}`);
      const soon = mayBeLate ? AbortSignal.any([signal, AbortSignal.timeout(lateMs)]) : signal;
      const leave = await admissions[place].enter(soon, owner).catch((error: unknown) => {
        if (!mayBeLate || !isRefusal(error)) throw error;
        c.set("isLate", true);
        return admissions.backlog.enter(signal, owner);
      });
      c.set("leavePlace", leave);
      try {
        if (place !== "stops") await services.door.quiet();
        await next();
      } finally {
        leave();
        c.get("leaveWait")?.();
      }
    } finally {
      body?.release();
    }
  });
}

function createAdmissions(changes: Partial<Record<WorkName, Partial<WorkPlace>>> = {}): Record<WorkName, Admission> {
  const made = Object.entries(WORK).map(([name, bounds]) => {
    const { atOnce, byTenant, waiting, waitMs } = { ...bounds, ...changes[name as WorkName] };
    return [name, createAdmission({ atOnce, byTenant, waiting, waitMs })];
  });
  return Object.fromEntries(made);
}

/** Requests that wait for something to happen. */
import type { Context } from "hono";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";

/** Counts the request among those that its caller may have waiting, until it is answered. Throws `rate-limited`. */
export function takeWait(c: Context<AppEnv>, { waits }: Pick<Services, "waits">): void {
  c.set("leaveWait", waits.take(c.get("caller")));
}

/** Gives back the place for work: nothing is done until it happens. */
export function leavePlace(c: Context<AppEnv>): void {
  c.get("leavePlace")?.();
}

import type { Context } from "hono";
import type { AppEnv } from "../context.ts";

/** Gives a request's place back before its answer: it waits for something to happen, under a bound of its own. */
export function leavePlace(c: Context<AppEnv>): void {
  c.get("leavePlace")?.();
}

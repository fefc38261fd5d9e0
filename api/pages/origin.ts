/** A browser sends what it holds of us along with requests that other sites start: those may change nothing. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/errors.ts";
import type { ApiSettings, AppEnv } from "../context.ts";

const SAFE = ["GET", "HEAD", "OPTIONS"];

/**
 * Throws `forbidden` for an unsafe request that a page of another origin started, unless it is one of `CORS_ORIGINS`.
 * Programs say nothing of where they come from, and pass.
 */
export function requireSameOrigin(
  c: Context<AppEnv>,
  { publicUrl, corsOrigins }: Pick<ApiSettings, "publicUrl" | "corsOrigins">,
): void {
  if (SAFE.includes(c.req.method)) return;
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  if (site === "same-origin" || site === "none") return;
  if (site === undefined && origin === undefined) return;
  const ours = [new URL(c.req.url).origin, ...(publicUrl ? [new URL(publicUrl).origin] : []), ...corsOrigins];
  // Where the browser says that the page is another's, only a named one is let in.
  const known = site === undefined ? ours : corsOrigins;
  if (origin !== undefined && known.includes(origin)) return;
  throw new ParleyError("forbidden", "a page of another site started this request");
}

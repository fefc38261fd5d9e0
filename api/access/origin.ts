/** Browsers send cookies with requests that other sites start. Such requests must not change anything. */
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { ApiSettings, AppEnv } from "../base/context.api-base.ts";

const SAFE = ["GET", "HEAD", "OPTIONS"];

/**
 * Throws `forbidden` for an unsafe request from a page of another origin, except those in `CORS_ORIGINS`. Programs send no
 * origin, and pass.
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
  // If the browser reports another site, only a configured origin passes.
  const known = site === undefined ? ours : corsOrigins;
  if (origin !== undefined && known.includes(origin)) return;
  throw new ParleyError("forbidden", "a page of another site started this request");
}

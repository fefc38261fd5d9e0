/** Safe defaults on every answer; a handler that set a header of its own keeps it. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

const DEFAULTS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};
/** Only where the outside is HTTPS: a browser would lock a plain local server out. */
const TLS_ONLY = { "Strict-Transport-Security": "max-age=31536000" };

export function createSecureHeaders({ publicUrl }: { publicUrl: string | null }) {
  const headers = Object.entries({ ...DEFAULTS, ...(publicUrl?.startsWith("https:") && TLS_ONLY) });
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
}

/** Security headers on every response. A handler's own header takes precedence. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context.ts";

/** A content security policy: nothing but these directives, and no other site may show it in a frame. */
export function policyOf(allowed: string[] = [], more: string[] = []): string {
  const always = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return ["default-src 'none'", ...allowed, ...always, ...more].join("; ");
}

const DEFAULTS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": policyOf(),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};
/** Only with HTTPS: it would make browsers refuse a plain local server. */
const TLS_ONLY = { "Strict-Transport-Security": "max-age=31536000" };

export function createSecureHeaders({ publicUrl }: { publicUrl: string | null }) {
  const headers = Object.entries({ ...DEFAULTS, ...(publicUrl?.startsWith("https:") && TLS_ONLY) });
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
}

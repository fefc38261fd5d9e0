/** Security headers on every response. A handler's own header takes precedence. */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../base/context.api-base.ts";

/** A content security policy: nothing but these directives, and no other site may show it in a frame. */
export function policyOf(allowed: string[] = [], more: string[] = []): string {
  const sendsForms = allowed.some((directive) => directive.startsWith("form-action "));
  const always = ["base-uri 'none'", ...(sendsForms ? [] : ["form-action 'none'"]), "frame-ancestors 'none'"];
  return ["default-src 'none'", ...allowed, ...always, ...more].join("; ");
}

const DEFAULTS = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};
/** What only a document obeys. A page loads dozens of scripts, and these would be a tenth of what it takes. */
const OF_DOCUMENTS = {
  "Content-Security-Policy": policyOf(),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
};
/** Only with HTTPS: it would make browsers refuse a plain local server. */
const TLS_ONLY = { "Strict-Transport-Security": "max-age=31536000" };

export function createSecureHeaders({ publicUrl }: { publicUrl: string | null }) {
  const always = Object.entries({ ...DEFAULTS, ...(publicUrl?.startsWith("https:") && TLS_ONLY) });
  const documents = [...always, ...Object.entries(OF_DOCUMENTS)];
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    for (const [name, value] of isScriptOrStyle(c.res.headers) ? always : documents)
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  });
}

/** Text for scripts and styles is never shown as a document: `nosniff` sees to it. */
export function isScriptOrStyle(headers: Headers): boolean {
  return /^text\/(?:javascript|css)\b/.test(headers.get("Content-Type") ?? "");
}

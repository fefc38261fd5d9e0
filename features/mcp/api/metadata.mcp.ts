/**
 * Where a program gets a token for `/mcp`: the protected resource's metadata (RFC 9728). Only with an issuer; keys come from
 * the operator.
 */
import type { Context, MiddlewareHandler } from "hono";
import type { ApiSettings, App, AppEnv } from "../../../api/base/context.api-base.ts";
import { MCP_PATH } from "./route.mcp.ts";

const METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

type Of = Pick<ApiSettings, "publicUrl" | "oidc">;

/** Adds the metadata's address to challenges for a token. */
export function pointToMetadata({ publicUrl, oidc }: Of): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const challenge = c.res.headers.get("WWW-Authenticate");
    if (!oidc || !challenge) return;
    c.res.headers.set(
      "WWW-Authenticate",
      `${challenge}, resource_metadata="${originOf(c, publicUrl)}${METADATA_PATH}"`,
    );
  };
}

export function registerMetadata(app: App, { publicUrl, oidc }: Of): void {
  if (!oidc) return;
  app.get(METADATA_PATH, (c) => {
    const origin = originOf(c, publicUrl);
    c.header("Cache-Control", "public, max-age=3600");
    return c.json({
      resource: `${origin}${MCP_PATH}`,
      resource_name: "Parley",
      resource_documentation: `${origin}/docs/guide/mcp`,
      authorization_servers: [oidc.issuer],
      bearer_methods_supported: ["header"],
    });
  });
}

function originOf(c: Context<AppEnv>, publicUrl: string | null): string {
  return new URL(publicUrl ?? c.req.url).origin;
}

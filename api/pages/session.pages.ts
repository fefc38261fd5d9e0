/** Sign in with a key, sign out, and the current session, which the pages read first. */
import type { Context } from "hono";
import { z } from "zod";
import { allows } from "../../domain/around/api-keys.around.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Gate } from "../access/auth.access.ts";
import { requireSameOrigin } from "../access/origin.ts";
import { forgetSession, giveSession, sessionIn } from "../access/sessions.ts";
import type { App, AppEnv, Caller } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import type { PageLink } from "./navigation.pages.ts";

const SignIn = z.strictObject({ key: z.string().min(1).max(200) });

/** `pages`: the navigation. */
export function registerSession(
  app: App,
  services: Services,
  { gate, pages }: { gate: Gate; pages: readonly PageLink[] },
): void {
  const { settings } = services;
  const issuer = gate.signIn && settings.oidc ? new URL(settings.oidc.issuer).host : null;
  app.get("/session", async (c) => {
    return c.json({ ...sessionView(await callerIn(c, gate), await gate.isOpen()), issuer, pages });
  });

  app.post("/session", async (c) => {
    requireSameOrigin(c, settings);
    const { key } = validBody(SignIn, await readJson(c), "the key is");
    const holder = await gate.holderOf(key);
    if (!holder.key) throw new ParleyError("unauthorized", "the key is unknown, revoked or expired");
    giveSession(c, gate.sessions.begin({ keyId: holder.key.id }, services.now()), settings);
    return c.body(null, 204);
  });

  app.delete("/session", async (c) => {
    requireSameOrigin(c, settings);
    await gate.sessions.end(sessionIn(c), services.now());
    forgetSession(c);
    return c.body(null, 204);
  });
}

/** null if nobody has signed in. */
async function callerIn(c: Context<AppEnv>, gate: Gate): Promise<Caller | null> {
  try {
    return await gate.callerOf(c);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "unauthorized") return null;
    throw error;
  }
}

function sessionView(caller: Caller | null, open: boolean) {
  return {
    open,
    signedIn: caller !== null && !caller.isStranger,
    canWrite: caller !== null && allows(caller.scopes, "write"),
    /** Whether it may see and change keys. */
    isAdmin: caller !== null && allows(caller.scopes, "admin"),
    /** The id of the key that signed in. */
    key: caller?.key?.id ?? null,
  };
}

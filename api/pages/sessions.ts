/**
 * Sessions of the pages: a signed cookie that names a key and when the session ends. Nothing in it is secret, and it is
 * only as good as the key is at each request; the server keeps nothing.
 */
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../context.ts";
import { createSeal } from "./seal.ts";

const COOKIE = "parley_session";
const SESSION_SECONDS = 12 * 3_600;

export interface Sessions {
  /** The cookie's value. */
  begin(keyId: string, now: Date): string;
  /** The key that a session is of; null for one that is over, altered or missing. */
  keyIdOf(value: string | undefined, now: Date): string | null;
}

export function createSessions(secret: string): Sessions {
  const seal = createSeal(secret, "parley session");
  return {
    begin: (keyId, now) => seal.close({ of: [keyId], until: now.getTime() + SESSION_SECONDS * 1000 }),
    keyIdOf: (value, now) => (value === undefined ? null : (seal.open(value, now)?.of[0] ?? null)),
  };
}

export function sessionIn(c: Context<AppEnv>): string | undefined {
  return getCookie(c, COOKIE);
}

/** `Secure` wherever the outside is HTTPS; a plain local server could not set it. */
export function giveSession(c: Context<AppEnv>, value: string, { publicUrl }: { publicUrl: string | null }): void {
  const secure = (publicUrl ?? c.req.url).startsWith("https:");
  setCookie(c, COOKIE, value, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: SESSION_SECONDS, secure });
}

export function endSession(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, { path: "/" });
}

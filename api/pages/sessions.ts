/**
 * Sessions of the pages: a signed cookie with the ids of a key and the session, and its end. It contains no secret, and
 * every request checks the key. The store records ended sessions, so that a copied cookie stops working after sign-out.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { ENDED_SESSIONS } from "../../domain/records/outside-debates.ts";
import type { RecordStore } from "../../store/port/records.ts";
import type { AppEnv } from "../context.ts";
import { createSeal } from "./seal.ts";

const COOKIE = "parley_session";
const SESSION_SECONDS = 12 * 3_600;
const ID_BYTES = 16;

export interface Sessions {
  /** The cookie's value. */
  begin(keyId: string, now: Date): string;
  /** Ends a session everywhere. Does nothing for an expired, altered or missing one. */
  end(value: string | undefined, now: Date): Promise<void>;
  /** The session's key. null for an expired, ended, altered or missing session. */
  keyIdOf(value: string | undefined, now: Date): Promise<string | null>;
}

export function createSessions(secret: string, records: RecordStore): Sessions {
  const seal = createSeal(secret, "parley session");
  const opened = (value: string | undefined, now: Date) => {
    const { of: [keyId, id] = [], until = 0 } = (value !== undefined && seal.open(value, now)) || {};
    return keyId !== undefined && id !== undefined ? { keyId, id, until } : null;
  };
  return {
    begin(keyId, now) {
      const id = randomBytes(ID_BYTES).toString("base64url");
      return seal.close({ of: [keyId, id], until: now.getTime() + SESSION_SECONDS * 1000 });
    },
    async end(value, now) {
      const session = opened(value, now);
      if (session) await records.put(session, ENDED_SESSIONS, Math.ceil(session.until / 1000));
    },
    async keyIdOf(value, now) {
      const session = opened(value, now);
      const isEnded = session && (await records.get(session, ENDED_SESSIONS, {})) !== null;
      return session && !isEnded ? session.keyId : null;
    },
  };
}

export function sessionIn(c: Context<AppEnv>): string | undefined {
  return getCookie(c, COOKIE);
}

/** `Secure` with HTTPS; browsers refuse it from a plain local server. */
export function giveSession(c: Context<AppEnv>, value: string, { publicUrl }: { publicUrl: string | null }): void {
  const secure = (publicUrl ?? c.req.url).startsWith("https:");
  setCookie(c, COOKIE, value, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: SESSION_SECONDS, secure });
}

export function forgetSession(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, { path: "/" });
}

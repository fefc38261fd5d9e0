/**
 * Sessions of the pages: a signed cookie with the session's id and who signed in, and its end. It contains no secret. A
 * key's session names the key, which every request checks. A user of the OIDC issuer cannot be checked again, so such a
 * session is short. The store records ended sessions, so that a copied cookie stops working after sign-out.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { SCOPES, type Scope } from "../../domain/around/api-keys.around.ts";
import { ENDED_SESSIONS } from "../../domain/around/outside-records.ts";
import type { RecordStore } from "../../store/port/records.port.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { createSeal } from "./seal.ts";

const COOKIE = "parley_session";
const KEY_SECONDS = 12 * 3_600;
/** For so long at most, a user whom the issuer has disabled stays signed in. */
const USER_SECONDS = 3_600;
const ID_BYTES = 16;

/** Who signed in at the OIDC issuer. */
export interface SignedInUser {
  /** As the holder of its requests is named. */
  subject: string;
  tenant: string;
  scopes: Scope[];
  issuer: string;
}

type SignedIn = { keyId: string; user?: undefined } | { keyId?: undefined; user: SignedInUser };

interface Begun {
  /** The cookie's value. */
  value: string;
  seconds: number;
}

export interface Sessions {
  begin(signedIn: SignedIn, now: Date): Begun;
  /** Ends a session everywhere. Does nothing for an expired, altered or missing one. */
  end(value: string | undefined, now: Date): Promise<void>;
  /** Who signed in. null for an expired, ended, altered or missing session. */
  open(value: string | undefined, now: Date): Promise<SignedIn | null>;
}

export function createSessions(secret: string, records: RecordStore): Sessions {
  const seal = createSeal(secret, "parley session");
  const opened = (value: string | undefined, now: Date) => {
    const { of: [holder, id, ...user] = [], until = 0 } = (value !== undefined && seal.open(value, now)) || {};
    return holder !== undefined && id !== undefined ? { holder, id, user, until } : null;
  };
  return {
    begin({ keyId = "", user }, now) {
      const id = randomBytes(ID_BYTES).toString("base64url");
      const seconds = user ? USER_SECONDS : KEY_SECONDS;
      const of = user ? [user.subject, id, user.tenant, user.scopes.join(" "), user.issuer] : [keyId, id];
      return { value: seal.close({ of, until: now.getTime() + seconds * 1000 }), seconds };
    },
    async end(value, now) {
      const session = opened(value, now);
      if (session) await records.put(session, ENDED_SESSIONS, Math.ceil(session.until / 1000));
    },
    async open(value, now) {
      const session = opened(value, now);
      const isEnded = session && (await records.get(session, ENDED_SESSIONS, {})) !== null;
      return session && !isEnded ? signedInOf(session) : null;
    },
  };
}

function signedInOf({ holder, user }: { holder: string; user: string[] }): SignedIn {
  const [tenant, scopes = "", issuer = ""] = user;
  if (tenant === undefined) return { keyId: holder };
  const given = scopes.split(" ");
  return { user: { subject: holder, tenant, scopes: SCOPES.filter((scope) => given.includes(scope)), issuer } };
}

export function sessionIn(c: Context<AppEnv>): string | undefined {
  return getCookie(c, COOKIE);
}

/** `Secure` with HTTPS; browsers refuse it from a plain local server. */
export function giveSession(
  c: Context<AppEnv>,
  { value, seconds }: Begun,
  settings: { publicUrl: string | null },
): void {
  const secure = isSecure(c, settings);
  setCookie(c, COOKIE, value, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: seconds, secure });
}

export function isSecure(c: Context<AppEnv>, { publicUrl }: { publicUrl: string | null }): boolean {
  return (publicUrl ?? c.req.url).startsWith("https:");
}

export function forgetSession(c: Context<AppEnv>): void {
  deleteCookie(c, COOKIE, { path: "/" });
}

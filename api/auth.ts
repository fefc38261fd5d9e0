/**
 * Who calls, and what they may do (spec §2.3). A stranger may do everything until there is a key or an issuer; from then
 * on only a bearer key or token opens `/v1`. An event stream is authorised when it is opened and then goes on.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { allows, isLive, type Scope } from "../domain/api-keys.ts";
import { ParleyError } from "../domain/errors.ts";
import type { StoredApiKey } from "../store/port/api-keys.ts";
import { apiKeyId, isTokenOf } from "./api-keys.ts";
import type { AppDeps, AppEnv, Caller } from "./context.ts";
import { createKeyCache, type KeyCache } from "./key-cache.ts";
import { createOidc, type TokenVerifier } from "./oidc.ts";
import { requireSameOrigin } from "./pages/origin.ts";
import { createSessions, type Sessions, sessionIn } from "./pages/sessions.ts";
import { sharedIn } from "./pages/shares.ts";
import { useOf } from "./rate-limit.ts";

/** Of strangers while there is no key, and of the operator. */
export const DEFAULT_TENANT = "default";
const STRANGER: Caller = { tenant: DEFAULT_TENANT, scopes: ["admin"], key: null };
const OPEN_PATHS = ["/", "/healthz", "/readyz", "/openapi.json", "/docs", "/debates", "/session"];
/** A page of a debate holds nothing of it, and a share link is its own key. */
const OPEN_FOLDERS = ["/docs/", "/problems/", "/debates/", "/assets/", "/shared/"];

/** True for what anybody may read; all other addresses, also those to come, need a key. */
export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.includes(path) || OPEN_FOLDERS.some((folder) => path.startsWith(folder));
}

export function neededScope(method: string, path: string): Scope {
  if (path === "/metrics" || path.startsWith("/codec/") || path === "/v1/keys" || path.startsWith("/v1/keys/"))
    return "admin";
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

/** Who calls. Throws `unauthorized` for a stranger where a key is asked for, and for what is no good key. */
export interface Gate {
  callerOf(c: Context<AppEnv>): Promise<Caller>;
  /** The holder of a key, as one signs in with it. */
  holderOf(key: string): Promise<Caller>;
  isOpen(): Promise<boolean>;
  sessions: Sessions;
}

export function createGate(deps: Pick<AppDeps, "store" | "settings" | "now">): Gate {
  const { store, settings, now } = deps;
  const keys = createKeyCache({ store: store.apiKeys, now });
  const verify = settings.oidc ? createOidc(settings.oidc) : null;
  const sessions = createSessions(settings.secret);
  return {
    sessions,
    callerOf: (c) => callerOf(c, { keys, verify, sessions, settings, now: now() }),
    holderOf: (key) => keyHolder(key, { keys, now: now() }),
    isOpen: async () => verify === null && !settings.guarded && (await keys.isOpen()),
  };
}

export function createAuth(deps: Pick<AppDeps, "store" | "now">, gate: Gate) {
  const { store, now } = deps;
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isOpenPath(c.req.path)) return next();
    const caller = await gate.callerOf(c);
    c.set("caller", caller);
    c.set("tenant", caller.tenant);
    const { key } = caller;
    const use = key?.rateLimit ? await useOf(store.apiKeys, { id: key.id, limit: key.rateLimit, now: now() }) : null;
    tell(c, use?.headers);
    if (use?.refusal) {
      c.header("Retry-After", String(use.refusal.retryAfter));
      throw use.refusal.error;
    }
    requireScope(c, caller);
    await next();
    // Once more, since an answer that was made without the context does not have them.
    tell(c, use?.headers);
  });
}

interface Knowledge {
  keys: KeyCache;
  verify: TokenVerifier | null;
  sessions: Sessions;
  settings: AppDeps["settings"];
  now: Date;
}

async function callerOf(c: Context<AppEnv>, by: Knowledge): Promise<Caller> {
  const shared = sharedIn(c);
  if (shared) return { tenant: shared.tenant, scopes: ["read"], key: null };
  const token = /^Bearer +(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return browserOf(c, by);
  try {
    return await (by.verify && apiKeyId(token) === null ? by.verify(token, by.now) : keyHolder(token, by));
  } catch (error) {
    if (error instanceof ParleyError && error.code === "unauthorized")
      c.header("WWW-Authenticate", 'Bearer realm="parley", error="invalid_token"');
    throw error;
  }
}

/** Without a key of its own: a page's session, or a stranger while everything is open. Other sites send as neither. */
async function browserOf(c: Context<AppEnv>, { keys, verify, sessions, settings, now }: Knowledge): Promise<Caller> {
  const isOpen = verify === null && !settings.guarded && (await keys.isOpen());
  const id = sessions.keyIdOf(sessionIn(c), now);
  if (isOpen || id !== null) requireSameOrigin(c, settings);
  if (isOpen) return STRANGER;
  const key = id === null ? null : await keys.find(id);
  if (key && isLive(key, now)) return callerBy(key);
  c.header("WWW-Authenticate", 'Bearer realm="parley"');
  throw new ParleyError("unauthorized", "send a key: Authorization: Bearer prl_…");
}

/** One answer for all bad keys: nothing tells which part was wrong. */
async function keyHolder(token: string, { keys, now }: { keys: KeyCache; now: Date }): Promise<Caller> {
  const id = apiKeyId(token);
  const key: StoredApiKey | null = id === null ? null : await keys.find(id);
  if (!key || !isTokenOf(token, key) || !isLive(key, now))
    throw new ParleyError("unauthorized", "the key is not known, was revoked or has expired");
  return callerBy(key);
}

function callerBy({ id, tenant, scopes, rateLimit }: StoredApiKey): Caller {
  return { tenant, scopes, key: { id, rateLimit } };
}

function requireScope(c: Context<AppEnv>, { scopes }: Caller): void {
  const scope = neededScope(c.req.method, c.req.path);
  if (allows(scopes, scope)) return;
  c.header("WWW-Authenticate", `Bearer realm="parley", error="insufficient_scope", scope="${scope}"`);
  throw new ParleyError("forbidden", `this needs the scope ${scope}`, { scope });
}

function tell(c: Context<AppEnv>, headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}

/**
 * Authenticates callers and checks their scopes (docs/design/api.md#23-callers). Until a key or an issuer exists, strangers
 * may do everything; then `/v1` needs a bearer key or token. An event stream is authorised once, when it opens.
 */

import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { allows, isLive, type Scope } from "../../domain/around/api-keys.around.ts";
import type { StoredApiKey } from "../../domain/around/outside-records.ts";
import { quotaOf } from "../../domain/around/quotas/quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { isPlaceholder } from "../../domain/base/text/placeholder.ts";
import type { AppDeps, AppEnv, Caller } from "../base/context.api-base.ts";
import { type Holder, LIMITS } from "../base/limits.api-base.ts";
import { OPENAI_PATH } from "../base/openai-errors.ts";
import type { Shared } from "../base/services.ts";
import { sharedIn } from "../base/shared-in.ts";
import { apiKeyId, isTokenOf } from "./api-keys.access.ts";
import { createIssuer } from "./issuer.ts";
import { createKeyCache, type KeyCache } from "./key-cache.ts";
import { createOidc, type TokenVerifier } from "./oidc.ts";
import { createOidcSignIn, type OidcSignIn } from "./oidc-sign-in.ts";
import { requireSameOrigin } from "./origin.ts";
import { useOf } from "./rate-limit.ts";
import { createSessions, type Sessions, type SignedInUser, sessionIn } from "./sessions.ts";

/** The operator's tenant; also of strangers while no key exists. */
export const DEFAULT_TENANT = "default";
const STRANGER: Caller = { tenant: DEFAULT_TENANT, scopes: ["admin"], key: null, isStranger: true };
const OPEN_PATHS = [
  "/",
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/docs",
  "/debates",
  "/keys",
  "/session",
  "/.well-known/agent-card.json",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/parley-keys.json",
];
/** The pages contain no data of debates, and a share link is its own key. */
const OPEN_FOLDERS = ["/docs/", "/problems/", "/debates/", "/assets/", "/shared/", "/session/"];

/** True for addresses that anybody may read. All others, including future ones, need a key. */
export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.includes(path) || OPEN_FOLDERS.some((folder) => path.startsWith(folder));
}

export function neededScope(method: string, path: string): Scope {
  const isAdmins = ["/codec/", "/v1/keys/", "/v1/quotas/"].some((folder) => path.startsWith(folder));
  if (isAdmins || path === "/metrics" || path === "/v1/keys") return "admin";
  // What a call over MCP does is checked again, as the request that it makes; what one over A2A does, by its method.
  return method === "GET" || method === "HEAD" || path === "/mcp" || path === "/a2a" ? "read" : "write";
}

export interface Gate {
  /** Throws `unauthorized` for a bad key or token, and for a stranger where one is needed. */
  callerOf(c: Context<AppEnv>): Promise<Caller>;
  /** The caller that a key authenticates, for signing in. */
  holderOf(key: string): Promise<Caller>;
  isOpen(): Promise<boolean>;
  sessions: Sessions;
  /** null: users cannot sign in at an issuer. */
  signIn: OidcSignIn | null;
}

export function createGate(deps: Pick<AppDeps, "store" | "settings" | "now" | "logger">): Gate {
  const { store, settings, now } = deps;
  const { limits = LIMITS } = settings;
  const keys = createKeyCache({ records: store.records, now });
  const { verify, signIn } = oidcOf(deps, limits.subjectRequests);
  const sessions = createSessions(settings.secret, store.records);
  return {
    sessions,
    signIn,
    callerOf: (c) => callerOf(c, { keys, verify, sessions, settings, now: now() }),
    holderOf: (key) => keyHolder(key, { keys, now: now() }),
    isOpen: async () => verify === null && !settings.guarded && (await keys.isOpen()),
  };
}

function oidcOf({ settings, now, logger }: Pick<AppDeps, "settings" | "now" | "logger">, rateLimit: number) {
  const { oidc, secret } = settings;
  if (!oidc) return { verify: null, signIn: null };
  const server = createIssuer(oidc, { now });
  const verify = createOidc(oidc, { server, rateLimit, reservedTenant: DEFAULT_TENANT, now, logger });
  const signIn = oidc.client ? createOidcSignIn(oidc, oidc.client, { secret, server, verify, logger }) : null;
  return { verify, signIn };
}

export function createAuth(deps: Pick<AppDeps, "store" | "now">, gate: Gate) {
  const { store, now } = deps;
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isOpenPath(c.req.path)) return next();
    const caller = await gate.callerOf(c);
    c.set("caller", caller);
    c.set("tenant", caller.tenant);
    const use = caller.holder ? await useOf(store, caller.holder, now()) : null;
    setHeaders(c, use?.headers);
    if (use?.refusal) throw use.refusal;
    requireScope(c, caller);
    await next();
    // Again, for responses that were created without the context.
    setHeaders(c, use?.headers);
  });
}

interface Means {
  keys: KeyCache;
  verify: TokenVerifier | null;
  sessions: Sessions;
  settings: AppDeps["settings"];
  now: Date;
}

async function callerOf(c: Context<AppEnv>, by: Means): Promise<Caller> {
  const shared = sharedIn(c);
  if (shared) return readerBy(shared, by.settings);
  const token = /^Bearer +(\S+)\s*$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (token === undefined) return browserOf(c, by);
  // OpenAI's clients always send a key, also where none is needed yet.
  const isForeign = apiKeyId(token) === null && by.verify === null;
  if (isForeign && c.req.path.startsWith(OPENAI_PATH) && !by.settings.guarded && (await by.keys.isOpen()))
    return browserOf(c, by);
  try {
    if (isPlaceholder(token)) throw new ParleyError("unauthorized", PLACEHOLDER_KEY);
    return await (by.verify && apiKeyId(token) === null ? by.verify(token) : keyHolder(token, by));
  } catch (error) {
    if (error instanceof ParleyError && error.code === "unauthorized")
      c.header("WWW-Authenticate", 'Bearer realm="parley", error="invalid_token"');
    throw error;
  }
}

/** A request without a key: from a page's session, or from a stranger while the API is open. Never from other sites. */
async function browserOf(c: Context<AppEnv>, { keys, verify, sessions, settings, now }: Means): Promise<Caller> {
  const isOpen = verify === null && !settings.guarded && (await keys.isOpen());
  const session = await sessions.open(sessionIn(c), now);
  if (isOpen || session !== null) requireSameOrigin(c, settings);
  if (isOpen) return STRANGER;
  if (session?.user)
    return session.user.issuer === settings.oidc?.issuer ? userBy(session.user, settings) : refuseStranger(c);
  const key = session ? await keys.find(session.keyId) : null;
  return key && isLive(key, now) ? callerBy(key) : refuseStranger(c);
}

/** A user who signed in at the issuer counts as the subject of its tokens. */
function userBy({ subject, tenant, scopes }: SignedInUser, { limits = LIMITS }: AppDeps["settings"]): Caller {
  return { tenant, scopes, holder: { kind: "subject", id: subject, rateLimit: limits.subjectRequests }, key: null };
}

export function refuseStranger(c: Context<AppEnv>): never {
  c.header("WWW-Authenticate", 'Bearer realm="parley"');
  throw new ParleyError("unauthorized", "send a key: Authorization: Bearer prl_…");
}

const PLACEHOLDER_KEY =
  "the key is still the placeholder of the documents: put a key of `npm run parley -- keys create` in its place, or send none while there are none";

/** All bad keys get the same answer, which does not reveal what is wrong. */
async function keyHolder(token: string, { keys, now }: { keys: KeyCache; now: Date }): Promise<Caller> {
  const id = apiKeyId(token);
  const key: StoredApiKey | null = id === null ? null : await keys.find(id);
  if (!key || !isTokenOf(token, key) || !isLive(key, now))
    throw new ParleyError("unauthorized", "the key is unknown, revoked or expired");
  return callerBy(key);
}

function callerBy({ id, tenant, scopes, rateLimit, ...limits }: StoredApiKey): Caller {
  return { tenant, scopes, holder: { kind: "key", id, rateLimit }, key: { id, quota: quotaOf(limits) } };
}

/** All readers of a share link share its limits. */
function readerBy({ tenant, id }: Shared, { limits = LIMITS }: AppDeps["settings"]): Caller {
  const holder: Holder = { kind: "share", id: `share:${id}`, rateLimit: limits.shareRequests };
  return { tenant, scopes: ["read"], holder, key: null };
}

function requireScope(c: Context<AppEnv>, { scopes }: Caller): void {
  const scope = neededScope(c.req.method, c.req.path);
  if (allows(scopes, scope)) return;
  c.header("WWW-Authenticate", `Bearer realm="parley", error="insufficient_scope", scope="${scope}"`);
  throw new ParleyError("forbidden", `this needs the scope ${scope}`, { scope });
}

function setHeaders(c: Context<AppEnv>, headers: Record<string, string> = {}): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}

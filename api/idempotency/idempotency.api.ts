/**
 * `Idempotency-Key` on every POST (docs/design/api.md#22-requests): the first request with a key is carried out, repeats
 * get its answer. A running request renews its lease; the lease of a crashed one expires.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Claim, KeptAnswer } from "../../store/port/idempotency.port.ts";
import type { AppEnv, IdempotencyLease } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { bodyBytes } from "../http/body.http.ts";
import { createLease, LEASE_MS } from "./lease.ts";

/** How long a repeat waits for the first request. Milliseconds. */
const WAIT_MS = 10_000;
const POLL_MS = { first: 25, longest: 250 };

/** Characters. Longer refusals are not stored: checking the request again costs less. */
const LONGEST_REFUSAL = 8_000;

/** Characters. Nothing that a request made has a longer one. */
const LONGEST_ADDRESS = 300;

const KEY = /^[\x20-\x7e]{1,255}$/;
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i;
const DEBATE_PATH = /^\/v1\/debates\/(deb-[^/]+)\//;
/** A debate, and an accepted command: the debate's own deletion ends their records. */
const GOES_WITH_DEBATE = /^\/v1\/debates\/[^/]+(?:\/commands\/[^/]+)?$/;
/** Headers that are stored with an answer; every request sets the others itself. */
const HEADERS = ["content-type", "location", "etag", "link", "preference-applied", "retry-after"];
/** These depend on the caller, the rate or the format, and not on the request itself. */
const NOT_KEPT = new Set([401, 403, 406, 415, 429]);

/** Mount it after the authentication. */
export function createIdempotency(services: Services) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = c.req.header("idempotency-key");
    if (c.req.method === "DELETE") return remember(c, services, next);
    if (c.req.method !== "POST" || key === undefined) return next();
    const claim = await claimed(c, services, requireKey(key));
    if (claim.kind === "answered") return replay(claim.answer);
    if (claim.kind === "reused")
      throw new ParleyError("idempotency-key-reused", "this Idempotency-Key was used for another request");
    if (claim.kind === "gone") throw wasDeleted();
    if (claim.kind === "busy")
      throw new ParleyError("request-in-progress", "the first request with this Idempotency-Key is still under way");
    await using lease = createLease(services, claim.lease);
    c.set("lease", lease);
    await next();
    await storeAnswer(c, services, lease);
  });
}

export function wasDeleted(): ParleyError {
  const detail = "this request was carried out before, and what it made or was about was deleted since";
  return new ParleyError("was-deleted", `${detail}; use a new Idempotency-Key to make it again`);
}

/** What is deleted stays deleted: requests that made it are not carried out again. Also after a DELETE that died halfway. */
async function remember(c: Context<AppEnv>, { store }: Services, next: () => Promise<void>): Promise<void> {
  await next();
  const { status } = c.res;
  const address = status < 300 || status === 404 ? addressIn(c.req.url) : null;
  if (address !== null) await store.idempotency.end(c.get("tenant"), address);
}

/** `/v1/presets/weekly-review` for a link to it; a version has the address of its preset. null: too long for one. */
function addressIn(url: string): string | null {
  const { pathname } = new URL(url, "http://localhost");
  const path = pathname.slice(pathname.indexOf("/v1/")).replace(/(?:@|%40)\d+$/i, "");
  return path.length <= LONGEST_ADDRESS ? path : null;
}

/** Waits while another request with the same key is under way. */
async function claimed(c: Context<AppEnv>, services: Services, key: string): Promise<Claim> {
  const { leaseMs = LEASE_MS, waitMs = WAIT_MS } = services.settings.idempotency ?? {};
  const fingerprint = await fingerprintOf(c);
  const signal = services.leaving(c);
  const deadline = performance.now() + waitMs;
  for (let pause = POLL_MS.first; ; pause = Math.min(POLL_MS.longest, pause * 1.5)) {
    const at = services.now().getTime();
    const claim = await services.store.idempotency.claim({ tenant: c.get("tenant"), key, fingerprint, at, leaseMs });
    const left = deadline - performance.now();
    if (claim.kind !== "busy" || left <= 0 || signal.aborted) return claim;
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
  }
}

async function fingerprintOf(c: Context<AppEnv>): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const hash = createHash("sha256").update(`${c.req.method} ${pathname}${search}\n`);
  return hash.update(withoutBoundary(await bodyBytes(c), c.req.header("content-type"))).digest("hex");
}

/** Clients draw another boundary for a form each time that they send it. */
function withoutBoundary(bytes: Uint8Array<ArrayBuffer>, contentType = ""): Uint8Array | string {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? bytes : Buffer.from(bytes).toString("latin1").replaceAll(boundary, "");
}

/** Throws `invalid-request`. */
export function requireKey(key: string): string {
  if (KEY.test(key)) return key;
  const errors = [{ pointer: "/Idempotency-Key", detail: "must be 1 to 255 printable ASCII characters" }];
  throw new ParleyError("invalid-request", "the header Idempotency-Key is not valid", { errors });
}

/** The request was carried out: if the store fails now, only the stored answer is lost. */
async function storeAnswer(c: Context<AppEnv>, services: Services, lease: IdempotencyLease): Promise<void> {
  const { status } = c.res;
  try {
    if (status >= 500 || NOT_KEPT.has(status)) return await lease.release();
    const about = status < 400 ? DEBATE_PATH.exec(c.req.path)?.[1] : undefined;
    const made = c.res.headers.get("location");
    const address = made && status < 400 ? addressIn(made) : null;
    if (address !== null && !GOES_WITH_DEBATE.test(address)) await lease.point(address);
    const body = await c.res.clone().text();
    if (status >= 400 && body.length > LONGEST_REFUSAL) return await lease.release();
    await lease.answer({ status, headers: headersOf(c.res), body }, about);
  } catch (error) {
    const { name } = error as Error;
    services.logger.warn({ error: name }, "the answer could not be stored");
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => HEADERS.includes(name)));
}

function replay({ status, headers, body }: KeptAnswer): Response {
  return new Response(body === "" ? null : body, { status, headers: { ...headers, "Idempotent-Replayed": "true" } });
}

/**
 * `Idempotency-Key` on every POST (spec §2.2): the first request with a key does the work, all others get its answer.
 * Its lease is renewed while it works, so a long `Prefer: wait` keeps it; that of a crashed one lapses.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { ParleyError } from "../domain/errors.ts";
import type { Claim, KeptAnswer } from "../store/port/idempotency.ts";
import { bodyBytes } from "./body.ts";
import type { AppEnv } from "./context.ts";
import { createHold, type Hold, LEASE_MS } from "./hold.ts";
import type { Services } from "./services.ts";

/** Milliseconds (spec §2.2). */
const WAIT_MS = 10_000;
const LOOK_MS = { first: 25, longest: 250 };

const KEY = /^[\x20-\x7e]{1,255}$/;
const DEBATE_PATH = /^\/v1\/debates\/(deb-[^/]+)\//;
/** Headers that belong to an answer; the others are made anew for each request. */
const HEADERS = ["content-type", "location", "etag", "link", "preference-applied", "retry-after"];
/** These depend on who asks, how often, and in what format, not on the request itself. */
const NOT_KEPT = new Set([401, 403, 406, 415, 429]);

/** Mounted behind whatever says whose request it is. */
export function createIdempotency(services: Services) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = c.req.header("idempotency-key");
    if (c.req.method !== "POST" || key === undefined) return next();
    const claim = await claimed(c, services, requireKey(key));
    if (claim.kind === "answered") return replay(claim.answer);
    if (claim.kind === "reused")
      throw new ParleyError("idempotency-key-reused", "this Idempotency-Key came with another request before");
    if (claim.kind === "busy")
      throw new ParleyError("request-in-progress", "the first request with this Idempotency-Key is still under way");
    await using hold = createHold(services, claim.lease);
    c.set("hold", hold);
    await next();
    await keep(c, services, hold);
  });
}

/** Waits for as long as another request works under the same key. */
async function claimed(c: Context<AppEnv>, services: Services, key: string): Promise<Claim> {
  const { leaseMs = LEASE_MS, waitMs = WAIT_MS } = services.settings.idempotency ?? {};
  const fingerprint = await fingerprintOf(c);
  const signal = services.leaving(c);
  const deadline = performance.now() + waitMs;
  for (let pause = LOOK_MS.first; ; pause = Math.min(LOOK_MS.longest, pause * 1.5)) {
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
  return hash.update(await bodyBytes(c)).digest("hex");
}

function requireKey(key: string): string {
  if (KEY.test(key)) return key;
  const errors = [{ pointer: "/Idempotency-Key", detail: "must be 1 to 255 printable ASCII characters" }];
  throw new ParleyError("invalid-request", "the header Idempotency-Key is not valid", { errors });
}

/** What was done is done: a store that is away now costs the kept answer, not the answer. */
async function keep(c: Context<AppEnv>, services: Services, hold: Hold): Promise<void> {
  const { status } = c.res;
  try {
    if (status >= 500 || NOT_KEPT.has(status)) return await hold.release();
    const about = DEBATE_PATH.exec(c.req.path)?.[1];
    if (about !== undefined && status < 400) await hold.bind(about);
    await hold.answer({ status, headers: headersOf(c.res), body: await c.res.clone().text() });
  } catch (error) {
    const { name } = error as Error;
    services.logger.warn({ error: name }, "the answer could not be kept");
  }
}

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => HEADERS.includes(name)));
}

function replay({ status, headers, body }: KeptAnswer): Response {
  return new Response(body === "" ? null : body, { status, headers: { ...headers, "Idempotent-Replayed": "true" } });
}

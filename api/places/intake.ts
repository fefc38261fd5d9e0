/**
 * Takes bodies in, at the pace of whoever sends them, before any place is taken for them. Each has an end, and what has
 * arrived and is not answered yet is bounded for each tenant and in all.
 */

import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Owner } from "../base/owner.api-base.ts";
import type { BodyLimits } from "../base/places.ts";

const MIB = 1024 * 1024;

const BODY_LIMITS: BodyLimits = {
  idleMs: 10_000,
  leastBytesPerSecond: 1_000,
  longestMs: 120_000,
  bytesOfTenant: 96 * MIB,
  bytesInAll: 256 * MIB,
};

/** What a body counts at least: an idle one takes memory too. */
const LEAST_BYTES = 16 * 1024;
/** Seconds: an arbitrary value, since the end of the other bodies is unknown. */
const RETRY_AFTER = 5;

interface Held {
  tenant: string;
  bytes: number;
  /** Ends its arrival. null: it is whole. */
  drop: ((error: ParleyError) => void) | null;
}

interface Intake {
  /**
   * The whole body; `release` when its request is answered. Throws `payload-too-large`, `request-timeout` for a body that is
   * too slow or ends early, `rate-limited` or `unavailable` where the tenant's or all bodies take too much memory.
   */
  take(request: Request, of: { limit: number; owner: Owner; isFree?: boolean }): Promise<Taken>;
}

interface Taken {
  bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

const NOTHING: Taken = { bytes: new Uint8Array(), release() {} };

export function createIntake(changes: Partial<BodyLimits> = {}): Intake {
  const limits = { ...BODY_LIMITS, ...changes };
  const all = new Set<Held>();
  const sums = new Map<string, number>();
  let total = 0;

  const count = ({ tenant }: Held, more: number) => {
    const sum = (sums.get(tenant) ?? 0) + more;
    if (sum > 0) sums.set(tenant, sum);
    else sums.delete(tenant);
    total += more;
  };
  const forget = (held: Held) => {
    if (all.delete(held)) count(held, -held.bytes);
  };

  /** Where all bodies take too much, the largest ones on their way go, of the tenant that holds most. */
  const makeRoom = (held: Held) => {
    const tooFull = tooMuch("unavailable", "too many bodies arrive here at once");
    while (total > limits.bytesInAll) {
      const [most] = [...sums].reduce((a, b) => (b[1] > a[1] ? b : a));
      const arriving = most === held.tenant ? [] : [...all].filter(({ tenant, drop }) => tenant === most && drop);
      if (arriving.length === 0) throw tooFull;
      const largest = arriving.reduce((a, b) => (b.bytes > a.bytes ? b : a));
      forget(largest);
      largest.drop?.(tooFull);
    }
  };

  /** Before any of it arrives: else a sender that is refused and comes back at once costs as much as one that is taken. */
  const requireRoom = (declared: number, { tenant, key }: Owner) => {
    if (key !== null && (sums.get(tenant) ?? 0) + declared > limits.bytesOfTenant)
      throw tooMuch("rate-limited", "this tenant sends too much at once");
  };

  const grow = (held: Held, { size, owner }: { size: number; owner: Owner }) => {
    const bytes = Math.max(LEAST_BYTES, size);
    count(held, bytes - held.bytes);
    held.bytes = bytes;
    requireRoom(0, owner);
    makeRoom(held);
  };

  return {
    async take(request, { limit, owner, isFree = false }) {
      const declared = Number(request.headers.get("content-length") ?? 0);
      if (declared > limit) throw tooLarge(limit);
      if (!request.body) return NOTHING;
      if (!isFree) requireRoom(declared, owner);
      const cut = Promise.withResolvers<never>();
      cut.promise.catch(() => {});
      const held: Held = { tenant: owner.tenant, bytes: 0, drop: cut.reject };
      const note = (size: number) => {
        if (size > limit) throw tooLarge(limit);
        if (all.has(held)) grow(held, { size, owner });
      };
      if (!isFree) all.add(held);
      try {
        note(0);
        const bytes = await arrival(request.body, { limits, note, cut });
        held.drop = null;
        return { bytes, release: () => forget(held) };
      } catch (error) {
        forget(held);
        throw error;
      }
    },
  };
}

interface Arrival {
  limits: BodyLimits;
  note: (size: number) => void;
  cut: PromiseWithResolvers<never>;
}

async function arrival(body: ReadableStream<Uint8Array>, { limits, note, cut }: Arrival) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const watch = watchPace(limits, () => cut.reject(tooSlow(limits)));
  // Not cancelled where it is given up: that would close the connection before the refusal is sent.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), cut.promise]);
      if (done) return Buffer.concat(chunks);
      size += value.length;
      note(size);
      watch.came(size);
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof ParleyError ? error : new ParleyError("request-timeout", "the body ended before its end");
  } finally {
    watch.stop();
    reader.releaseLock();
  }
}

/** Calls `late` once the body is idle, below the least rate, or takes too long in all. */
function watchPace({ idleMs, leastBytesPerSecond, longestMs }: BodyLimits, late: () => void) {
  const startedAt = performance.now();
  let [lastAt, size] = [startedAt, 0];
  const due = () =>
    Math.min(lastAt + idleMs, startedAt + idleMs + (size / leastBytesPerSecond) * 1_000, startedAt + longestMs);
  const look = () => {
    const left = due() - performance.now();
    if (left > 0) timer = setTimeout(look, left);
    else late();
  };
  let timer = setTimeout(look, Math.min(idleMs, longestMs));
  return {
    came(all: number) {
      [lastAt, size] = [performance.now(), all];
    },
    stop: () => clearTimeout(timer),
  };
}

function tooSlow({ idleMs, leastBytesPerSecond, longestMs }: BodyLimits): ParleyError {
  return new ParleyError(
    "request-timeout",
    `the body arrives too slowly: send ${leastBytesPerSecond} bytes a second, pause ${idleMs / 1000} s at most, and end within ${longestMs / 1000} s`,
  );
}

function tooMuch(code: "rate-limited" | "unavailable", what: string): ParleyError {
  return new ParleyError(code, `${what}; send this again when some of it is answered`, { retryAfter: RETRY_AFTER });
}

function tooLarge(limit: number): ParleyError {
  return new ParleyError("payload-too-large", `the body is larger than ${limit} bytes`);
}

import { describe, expect, it } from "vitest";
import { canRetryFault, LONGEST_WAIT_IN_ALL, RETRIES, retryDelayMs } from "../../domain/shapes/faults/kinds.shape.ts";

describe("how often and when a fault is tried again", () => {
  it.each(Object.entries(RETRIES))("retries %s %i times", (kind, times) => {
    const tries = Array.from({ length: 10 }, (_, seen) => canRetryFault(kind as keyof typeof RETRIES, seen));
    expect(tries.filter(Boolean)).toHaveLength(times);
  });

  it("doubles the wait from one second and adds jitter", () => {
    const waits = [0, 1, 2].map((retry) => retryDelayMs({ kind: "network", retry, jitter: 0 }));
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(retryDelayMs({ kind: "network", retry: 0, jitter: 0.5 })).toBe(1_500);
    expect(retryDelayMs({ kind: "network", retry: 0, jitter: 1 / 3 })).toBe(1_333);
  });

  it("waits five times as long for a rate limit that names no time", () => {
    expect(retryDelayMs({ kind: "rate_limit", retry: 1, jitter: 0 })).toBe(10_000);
  });

  it("never waits longer than a minute by itself", () => {
    expect(retryDelayMs({ kind: "rate_limit", retry: 9, jitter: 1 })).toBe(60_000);
  });

  it("takes the provider's word over its own", () => {
    expect(retryDelayMs({ kind: "rate_limit", retry: 4, jitter: 1, retryAfterMs: 1_234 })).toBe(1_234);
    expect(retryDelayMs({ kind: "rate_limit", retry: 0, jitter: 1, retryAfterMs: 90_000 })).toBe(90_000);
  });

  it("waits ten minutes at most, whatever the provider asks for", () => {
    expect(retryDelayMs({ kind: "rate_limit", retry: 0, jitter: 0, retryAfterMs: 86_400_000 })).toBe(600_000);
  });

  it("waits only for what is left of fifteen minutes in all", () => {
    const asked = { kind: "rate_limit", retry: 1, jitter: 0, retryAfterMs: 3_600_000 } as const;
    expect(retryDelayMs({ ...asked, waitedMs: 600_000 })).toBe(300_000);
    expect(retryDelayMs({ kind: "network", retry: 0, jitter: 0, waitedMs: LONGEST_WAIT_IN_ALL - 10 })).toBe(10);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FailureEvent, failureData, judgeFault } from "../../activities/base/failures.ts";
import { ModelFault } from "../../activities/models/base/port.model.ts";
import { type FaultKind, LONGEST_WAIT_IN_ALL, RETRIES } from "../../domain/shapes/faults/kinds.shape.ts";

const KINDS = Object.keys(RETRIES) as FaultKind[];
const ALL_RETRIES = Object.values(RETRIES).reduce((sum, n) => sum + n, 0);
const NOTHING = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  calls: 1,
  costMicroUsd: 0,
};
const AT = "2026-11-21T12:00:00.000Z";
const TURN = { round: 1, phase: "debate", participantId: "p1", turnId: "g1-r1-t1" };

interface Mishap {
  kind: FaultKind;
  retryAfterMs?: number;
}

/** What a turn that only ever fails makes of these faults: the waits until its last attempt. */
function waitsOf(mishaps: Mishap[], jitter = 0): (number | null)[] {
  const earlier: FailureEvent[] = [];
  for (const { kind, retryAfterMs } of mishaps) {
    const fault = new ModelFault({
      kind,
      message: "It failed.",
      suggestion: "Retry.",
      spend: NOTHING,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
    const judgement = judgeFault({ random: () => jitter }, { fault, earlier });
    const data = { ...TURN, ...failureData(fault, judgement, earlier.length + 1) };
    earlier.push({ type: "turn.failed", at: AT, data });
    if (judgement.waitMs === null) break;
  }
  return earlier.map(({ data }) => data.waitMs);
}

describe("the retries of one turn", () => {
  it("are counted for each kind apart", () => {
    const kinds: FaultKind[] = ["api_error", "network", "api_error", "network", "network", "timeout", "api_error"];
    expect(waitsOf(kinds.map((kind) => ({ kind })))).toEqual([1_000, 1_000, 2_000, 2_000, 4_000, 1_000, null]);
  });

  it("end once the waits that a provider asked for have used up the time", () => {
    const hour = { kind: "rate_limit", retryAfterMs: 3_600_000 } as const;
    expect(waitsOf([hour, hour, hour, hour])).toEqual([600_000, 300_000, null]);
  });

  it("are bounded in number and in time, whatever happens in whatever order", () => {
    const mishap = fc.record(
      { kind: fc.constantFrom(...KINDS), retryAfterMs: fc.nat(100_000_000) },
      { requiredKeys: ["kind"] },
    );
    const jitter = fc.double({ min: 0, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(fc.array(mishap, { minLength: 40, maxLength: 60 }), jitter, (mishaps, spread) => {
        const waits = waitsOf(mishaps, spread);
        const sum = waits.reduce<number>((total, wait) => total + (wait ?? 0), 0);
        expect(waits.at(-1)).toBeNull();
        expect(waits.length).toBeLessThanOrEqual(ALL_RETRIES + 1);
        expect(sum).toBeLessThanOrEqual(LONGEST_WAIT_IN_ALL);
      }),
    );
  });
});

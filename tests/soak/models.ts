/** Models of which one call in five goes wrong, each time in another way; the same for the same seed and order. */
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { debaters } from "../support/world.ts";

const PROBABILITY = 0.2;
const FAULTS: ModelReplyScript[] = [
  { error: { status: 500 } },
  { error: { status: 429, retryAfter: 0 } },
  { error: { status: 529 } },
  { text: "It breaks off in the middle of the", cutAfterChunks: 1 },
  { text: "" },
  { text: "no JSON at all", finish: "length" },
];

export function createTroubledModels(seed: number) {
  const next = randomFrom(seed);
  const usual = debaters(["p1", "p2", "p3"]);
  let calls = 0;
  let failed = 0;
  return {
    calls: () => calls,
    failed: () => failed,
    script(request: ModelRequest): ModelReplyScript {
      calls += 1;
      if (next() >= PROBABILITY) return usual(request);
      failed += 1;
      return FAULTS[Math.floor(next() * FAULTS.length)] ?? { error: { status: 500 } };
    },
  };
}

/** mulberry32, a small public-domain generator: numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * How much of each turn's prompt a provider's cache may serve: all that stood in an earlier request of the same model,
 * up to its last block (spec §1.5). In the layout `shared` anybody's request is the earlier one, else only one's own.
 */
import { modelId } from "../catalogue.ts";
import type { ModelRef } from "../plan.ts";
import { marginOf } from "../tokens.ts";

/** Tokens below which providers keep no prefix. */
const LEAST_PREFIX = 1_024;

export interface Prefixes {
  /** Tokens of the input that are likely cached. `tail`: tokens of the prompt's last block. */
  take(speaker: ModelRef & { id: string }, prompt: { input: number; tail: number }): number;
  /** What was taken at the same time is over: the next may build on it. */
  settle(): void;
}

export function createPrefixes(layout: "conversation" | "shared"): Prefixes {
  const kept = new Map<string, number>();
  let taken: [string, number][] = [];
  return {
    take(speaker, { input, tail }) {
      const reader = layout === "shared" ? modelId(speaker) : speaker.id;
      const stable = Math.max(0, input - Math.ceil(tail * marginOf(speaker)));
      taken.push([reader, stable]);
      const before = kept.get(reader) ?? 0;
      // A prompt that became shorter was summarised, and begins otherwise.
      return before >= LEAST_PREFIX && before <= stable ? before : 0;
    },
    settle() {
      for (const [reader, stable] of taken) kept.set(reader, stable);
      taken = [];
    },
  };
}

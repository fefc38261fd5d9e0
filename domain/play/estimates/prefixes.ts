/**
 * How much of each turn's prompt a provider's cache may serve: everything up to the last block of an earlier request to
 * the same model. In the layout `shared` anybody's request counts, else only the speaker's own
 * (docs/design/debate.md#15-prompts).
 */

import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { marginOf } from "../../shapes/tokens.shape.ts";

/** Tokens below which providers keep no prefix. */
const LEAST_PREFIX = 1_024;

export interface Prefixes {
  /** Tokens of the input that are likely cached. `tail`: tokens of the prompt's last block. */
  take(speaker: ModelRef & { id: string }, prompt: { input: number; tail: number }): number;
  /** Ends a step: later requests may build on the prompts that were taken in it. */
  commit(): void;
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
    commit() {
      for (const [reader, stable] of taken) kept.set(reader, stable);
      taken = [];
    },
  };
}

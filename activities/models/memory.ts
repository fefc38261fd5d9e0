/** Remembers what endpoints and models refuse, so that each is tried once per process. */
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import type { Lesson } from "./providers.ts";

export interface Memory {
  learntOf(baseUrl: string, model: ModelRef): ReadonlySet<Lesson>;
  learn(baseUrl: string, model: ModelRef, lesson: Lesson): void;
  lacksResponses(baseUrl: string): boolean;
  useChat(baseUrl: string): void;
}

export function createMemory(): Memory {
  const learnt = new Map<string, ReadonlySet<Lesson>>();
  const chatOnly = new Set<string>();
  const keyOf = (baseUrl: string, { provider, model }: ModelRef) => JSON.stringify([baseUrl, provider, model]);
  const learntOf = (baseUrl: string, model: ModelRef) => learnt.get(keyOf(baseUrl, model)) ?? new Set();
  return {
    learntOf,
    learn(baseUrl, model, lesson) {
      learnt.set(keyOf(baseUrl, model), new Set([...learntOf(baseUrl, model), lesson]));
    },
    lacksResponses: (baseUrl) => chatOnly.has(baseUrl),
    useChat: (baseUrl) => void chatOnly.add(baseUrl),
  };
}

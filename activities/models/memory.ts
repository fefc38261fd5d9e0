/** Remembers features that endpoints lack, so that each is tried once per process. */
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import type { OptionalParameter } from "./providers.ts";

export interface Memory {
  refusedBy(baseUrl: string, model: ModelRef): ReadonlySet<OptionalParameter>;
  refuse(baseUrl: string, model: ModelRef, parameter: OptionalParameter): void;
  lacksResponses(baseUrl: string): boolean;
  useChat(baseUrl: string): void;
}

export function createMemory(): Memory {
  const refused = new Map<string, ReadonlySet<OptionalParameter>>();
  const chatOnly = new Set<string>();
  const keyOf = (baseUrl: string, { provider, model }: ModelRef) => JSON.stringify([baseUrl, provider, model]);
  const refusedBy = (baseUrl: string, model: ModelRef) => refused.get(keyOf(baseUrl, model)) ?? new Set();
  return {
    refusedBy,
    refuse(baseUrl, model, parameter) {
      refused.set(keyOf(baseUrl, model), new Set([...refusedBy(baseUrl, model), parameter]));
    },
    lacksResponses: (baseUrl) => chatOnly.has(baseUrl),
    useChat: (baseUrl) => void chatOnly.add(baseUrl),
  };
}

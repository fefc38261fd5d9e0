/** One HTTP request to a model. Each API writes what it receives into the draft. */

import type { CallImage, ModelCall } from "../base/port.model.ts";
import type { Lesson, ProviderRow } from "../base/providers.ts";
import type { Draft } from "./draft.provider.ts";

export interface ProviderRequest {
  row: ProviderRow;
  call: ModelCall;
  endpoint: Endpoint;
  /** What the provider or model does not accept. */
  lessons: ReadonlySet<Lesson>;
  signal: AbortSignal;
  draft: Draft;
}

export interface Endpoint {
  baseUrl: string;
  /** null: calls have no key. */
  apiKey: string | null;
  fetch: typeof fetch;
}

/** The blocks of a call's message, with the images that belong to it. */
export function partsOf({ messages, images }: Pick<ModelCall, "messages" | "images">, at: number) {
  const content: (string | CallImage)[] = messages[at]?.content ?? [];
  return images?.after.message === at ? content.toSpliced(images.after.block + 1, 0, ...images.parts) : content;
}

export function dataUrl({ mediaType, data }: CallImage): string {
  return `data:${mediaType};base64,${data}`;
}

/** Joins a message's blocks, for APIs without blocks. */
export function joined(content: string[]): string {
  return content.join("\n\n");
}

/** OpenAI's optional parameters, without those that the provider or model does not accept. */
export function optionalParameters({ call, lessons }: Pick<ProviderRequest, "call" | "lessons">) {
  return {
    ...(call.temperature !== undefined && !lessons.has("temperature") && { temperature: call.temperature }),
    ...(call.topP !== undefined && !lessons.has("top_p") && { top_p: call.topP }),
    ...(call.cacheKey && !lessons.has("prompt_cache_key") && { prompt_cache_key: call.cacheKey }),
  };
}

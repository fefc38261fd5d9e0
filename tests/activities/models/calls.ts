/** Calls to make, and what came of them. */

import type { ModelCall, Models } from "../../../activities/models/base/port.model.ts";
import { ModelFault } from "../../../activities/models/base/port.model.ts";
import { createModels } from "../../../activities/models/index.ts";

export const SCHEMA = {
  name: "verdict",
  schema: {
    type: "object",
    properties: { winner: { type: "string" } },
    required: ["winner"],
    additionalProperties: false,
  },
};

/** A small call to `provider/model`. */
export function callOf(id: string, over: Partial<ModelCall> = {}): ModelCall {
  const slash = id.indexOf("/");
  return {
    model: { provider: id.slice(0, slash), model: id.slice(slash + 1) },
    system: "You debate.",
    messages: [{ role: "user", content: ["The transcript so far.", "Give your opening."] }],
    maxOutputTokens: 300,
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    silenceMs: 10_000,
    ...over,
  };
}

/** Models behind one server, a provider for each wire format. What was learnt of them lives as long as they. */
export function modelsOn(url: string): Models {
  const v1 = { apiKey: "key", baseUrl: `${url}/v1` };
  return createModels({
    providers: { openai: v1, "openai-compatible": v1, anthropic: { apiKey: "key", baseUrl: url } },
  });
}

/** The fault that a call ends with; a call that ends well, or with something else, fails the test. */
export async function faultOf(call: Promise<unknown>): Promise<ModelFault> {
  const outcome = await call.then(
    () => new Error("the call ended well"),
    (error: unknown) => error,
  );
  if (outcome instanceof ModelFault) return outcome;
  throw outcome;
}

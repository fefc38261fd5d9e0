/** The OpenAI SDK with everything explicit, so that it reads neither keys nor addresses from the environment. */
import OpenAI from "openai";
import type { Endpoint } from "./request.provider.ts";

export function openAiClient(endpoint: Endpoint): OpenAI {
  return new OpenAI({
    // The SDK requires a key even if none is sent.
    apiKey: endpoint.apiKey ?? "none",
    ...(endpoint.apiKey === null && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.fetch,
    maxRetries: 0,
    // The SDK would print what it cannot parse.
    logLevel: "off",
  });
}

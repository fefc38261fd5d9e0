/** The OpenAI SDK, told everything, so that it reads neither keys nor addresses from the environment. */
import OpenAI from "openai";
import type { Endpoint } from "./ask.ts";

export function openAiClient(endpoint: Endpoint): OpenAI {
  return new OpenAI({
    // The SDK wants a key even where none is sent.
    apiKey: endpoint.apiKey ?? "none",
    ...(endpoint.apiKey === null && { defaultHeaders: { Authorization: null } }),
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.baseUrl,
    fetch: endpoint.fetch,
    maxRetries: 0,
    // It would print what it can not parse.
    logLevel: "off",
  });
}

/** The request itself is at fault: its key, its model, its values. */

import type { Shape } from "./shape.ts";
import { ANTHROPIC, anthropic, DOCS, GOOGLE, google, MISTRAL, OPENAI, OPENROUTER, openai } from "./shape.ts";

const key = (variable: string) =>
  ({ kind: "authentication", waitMs: null, says: "does not accept the key", advice: `Set ${variable}` }) as const;
const wrong = { kind: "validation", waitMs: null, says: "refused the request", advice: "model" } as const;

export const REQUESTS: Shape[] = [
  {
    what: "OpenAI's wrong key",
    model: OPENAI,
    source: DOCS.openai,
    answer: { status: 401, body: openai("Incorrect API key provided: sk-x.", "invalid_api_key") },
    ...key("OPENAI_API_KEY"),
  },
  {
    what: "Anthropic's wrong key",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 401, body: anthropic("authentication_error", "invalid x-api-key") },
    ...key("ANTHROPIC_API_KEY"),
  },
  {
    what: "Anthropic's missing permission",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 403, body: anthropic("permission_error", "Not allowed.") },
    ...key("ANTHROPIC_API_KEY"),
  },
  ...["API key not valid. Please pass a valid API key.", "API key expired. Please renew the API key."].map(
    (message): Shape => ({
      what: `Google's "${message}", which comes with status 400`,
      model: GOOGLE,
      source: "https://github.com/plainbook-ai/plainbook/issues/25",
      answer: { status: 400, body: google(400, "INVALID_ARGUMENT", message, [{ reason: "API_KEY_INVALID" }]) },
      ...key("GOOGLE_API_KEY"),
    }),
  ),
  {
    what: "a wrong key that only the details name",
    model: GOOGLE,
    source: "https://github.com/plainbook-ai/plainbook/issues/25",
    answer: { status: 400, body: google(400, "INVALID_ARGUMENT", "Bad Request", [{ reason: "API_KEY_INVALID" }]) },
    ...key("GOOGLE_API_KEY"),
  },
  {
    what: "Mistral's wrong key",
    model: MISTRAL,
    source: DOCS.mistral,
    answer: { status: 401, body: { detail: "Unauthorized" } },
    ...key("MISTRAL_API_KEY"),
  },
  {
    what: "OpenRouter's wrong key",
    model: OPENROUTER,
    source: DOCS.openrouter,
    answer: { status: 401, body: { error: { code: 401, message: "User not found." } } },
    ...key("OPENROUTER_API_KEY"),
  },
  {
    what: "a country that OpenAI does not serve, which is no wrong key",
    model: OPENAI,
    source: DOCS.openai,
    answer: {
      status: 403,
      body: openai(
        "Country, region, or territory not supported",
        "unsupported_country_region_territory",
        "request_forbidden",
      ),
    },
    ...wrong,
  },
  {
    what: "an unknown model",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 404, body: anthropic("not_found_error", "model: claude-sonnet-9") },
    ...wrong,
  },
  {
    what: "a value out of bounds, which is not a refused parameter",
    model: MISTRAL,
    source: DOCS.mistral,
    answer: {
      status: 422,
      body: {
        object: "error",
        message: { detail: [{ type: "less_than_equal", loc: ["body", "temperature"], msg: "Input too large" }] },
      },
    },
    ...wrong,
  },
];

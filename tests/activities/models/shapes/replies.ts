/** Replies that came to an end and are none: refused, filtered, cut off at the limit, empty. */
import { anthropicEvents, chatEvents, responsesEvents } from "../raw-server.ts";
import type { Shape } from "./shape.ts";
import { ANTHROPIC, anthropic, COMPATIBLE, DOCS, GOOGLE, MISTRAL, OPENAI, OPENROUTER, openai } from "./shape.ts";

const tokens: [number, number] = [10, 5];
const declined = {
  kind: "content_filter",
  waitMs: null,
  says: "declined to answer",
  advice: "wording",
  tokens,
} as const;
const filtered = { kind: "content_filter", waitMs: null, says: "refused the content", advice: "wording" } as const;
const short = {
  kind: "invalid_response",
  waitMs: 1_000,
  says: "cut off after 5 output tokens, where 300 were allowed",
  advice: "maxOutputTokens",
  tokens,
} as const;
const empty = { kind: "invalid_response", waitMs: 1_000, says: "empty reply", advice: "Retry", tokens } as const;
const gemini = "https://github.com/HKUDS/Vibe-Trading/pull/308";

export const REPLIES: Shape[] = [
  {
    what: "a refusal item of OpenAI's",
    model: OPENAI,
    source: "https://platform.openai.com/docs/guides/structured-outputs#refusals",
    answer: {
      events: [
        { type: "response.refusal.delta", delta: "I can't help with that." },
        ...responsesEvents([], {
          output: [{ type: "message", content: [{ type: "refusal", refusal: "I can't help with that." }] }],
        }),
      ],
    },
    ...declined,
    partial: "I can't help with that.",
  },
  {
    what: "OpenAI's filter that ends a response early",
    model: OPENAI,
    source: "https://platform.openai.com/docs/api-reference/responses/object#incomplete_details",
    answer: {
      events: responsesEvents(["Well"], { status: "incomplete", incomplete_details: { reason: "content_filter" } }),
    },
    ...declined,
    partial: "Well",
  },
  {
    what: "Anthropic's refusal with its explanation",
    model: ANTHROPIC,
    source: "https://docs.claude.com/en/docs/test-and-evaluate/strengthen-guardrails/handle-streaming-refusals",
    answer: {
      events: anthropicEvents([], {
        stop: "refusal",
        details: { type: "refusal", category: "cyber", explanation: "This could enable harm." },
      }),
    },
    ...declined,
    partial: "This could enable harm.",
  },
  ...["content_filter", "content_filter: RECITATION", "SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII"].map(
    (finish): Shape => ({
      what: `the finish reason ${finish} of Google's endpoint`,
      model: GOOGLE,
      source: gemini,
      answer: { events: chatEvents([], { finish }) },
      ...declined,
    }),
  ),
  {
    what: "a refusal in Chat Completions",
    model: COMPATIBLE,
    source: "https://platform.openai.com/docs/api-reference/chat/streaming",
    answer: {
      events: [{ choices: [{ index: 0, delta: { refusal: "I won't." } }] }, ...chatEvents([])],
    },
    ...declined,
    partial: "I won't.",
  },
  {
    what: "OpenAI's flagged prompt",
    model: OPENAI,
    source: DOCS.openai,
    answer: {
      status: 400,
      body: openai("Your prompt was flagged as potentially violating our usage policy.", "invalid_prompt"),
    },
    ...filtered,
  },
  {
    what: "Azure's filter",
    model: COMPATIBLE,
    source: "https://github.com/compl-ai/compl-ai/issues/20",
    answer: {
      status: 400,
      body: {
        error: {
          message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: "prompt",
          code: "content_filter",
          status: 400,
          innererror: { code: "ResponsibleAIPolicyViolation" },
        },
      },
    },
    ...filtered,
  },
  {
    what: "OpenRouter's moderation, which comes with the status of a wrong key",
    model: OPENROUTER,
    source: DOCS.openrouter,
    answer: {
      status: 403,
      body: { error: { code: 403, message: "Your input was flagged", metadata: { reasons: ["violence"] } } },
    },
    ...filtered,
  },
  {
    what: "a policy of Anthropic's",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 400, body: anthropic("invalid_request_error", "Output blocked by content filtering policy") },
    ...filtered,
  },
  {
    what: "OpenAI's end at max_output_tokens",
    model: OPENAI,
    source: "https://platform.openai.com/docs/api-reference/responses/object#incomplete_details",
    answer: {
      events: responsesEvents(["Half"], { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    },
    ...short,
    partial: "Half",
  },
  {
    what: "Anthropic's end at max_tokens",
    model: ANTHROPIC,
    source: "https://docs.claude.com/en/api/handling-stop-reasons",
    answer: { events: anthropicEvents(["Half"], { stop: "max_tokens" }) },
    ...short,
    partial: "Half",
  },
  ...["length", "MAX_TOKENS"].map(
    (finish): Shape => ({
      what: `the finish reason ${finish}`,
      model: GOOGLE,
      source: gemini,
      answer: { events: chatEvents(["Half"], { finish }) },
      ...short,
      partial: "Half",
    }),
  ),
  ...(
    [
      [OPENAI, responsesEvents([])],
      [ANTHROPIC, anthropicEvents([])],
      [MISTRAL, chatEvents([" \n"])],
    ] as const
  ).map(
    ([model, events]): Shape => ({
      what: `an empty reply of ${model}`,
      model,
      source: "seen of every provider",
      answer: { events: [...events] },
      ...empty,
      ...(model === MISTRAL && { partial: " \n" }),
    }),
  ),
];

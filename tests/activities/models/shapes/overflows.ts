/** A prompt longer than the model's window, in each provider's words. */
import { anthropicEvents, chatEvents } from "../raw-server.ts";
import type { Shape } from "./shape.ts";
import {
  ANTHROPIC,
  anthropic,
  COMPATIBLE,
  DOCS,
  GOOGLE,
  google,
  MISTRAL,
  OLLAMA,
  OPENAI,
  OPENROUTER,
  openai,
} from "./shape.ts";

const long = {
  kind: "context_overflow",
  waitMs: null,
  says: "cannot take a prompt of this length",
  advice: "larger context",
} as const;
const full = {
  kind: "context_overflow",
  waitMs: null,
  says: "ran over its context window",
  advice: "larger context",
  tokens: [10, 5] as [number, number],
  partial: "So",
} as const;

export const OVERFLOWS: Shape[] = [
  {
    what: "OpenAI's context overflow",
    model: OPENAI,
    source: DOCS.openai,
    answer: { status: 400, body: openai("Your input exceeds the context window.", "context_length_exceeded") },
    ...long,
  },
  {
    what: "OpenAI's context overflow in a stream",
    model: OPENAI,
    source: "https://platform.openai.com/docs/api-reference/responses-streaming/error",
    answer: { events: [{ type: "error", code: "context_length_exceeded", message: "Too long.", param: null }] },
    ...long,
  },
  {
    what: "Anthropic's context overflow",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: {
      status: 400,
      body: anthropic("invalid_request_error", "prompt is too long: 1200000 tokens > 1000000 maximum"),
    },
    ...long,
  },
  {
    what: "Anthropic's oversized request",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 413, body: anthropic("request_too_large", "Request exceeds the maximum size") },
    ...long,
  },
  {
    what: "Anthropic's full window in the middle of a reply",
    model: ANTHROPIC,
    source: "https://docs.claude.com/en/api/handling-stop-reasons",
    answer: { events: anthropicEvents(["So"], { stop: "model_context_window_exceeded" }) },
    ...full,
  },
  {
    what: "Google's context overflow",
    model: GOOGLE,
    source: DOCS.google,
    answer: {
      status: 400,
      body: google(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
      ),
    },
    ...long,
  },
  {
    what: "Mistral's context overflow",
    model: MISTRAL,
    source: DOCS.mistral,
    answer: {
      status: 400,
      body: {
        object: "error",
        message: "Prompt contains 140000 tokens, too large for model with 131072 maximum context length",
        type: "invalid_request_error",
        param: null,
        code: null,
      },
    },
    ...long,
  },
  {
    what: "Mistral's full window in the middle of a reply",
    model: MISTRAL,
    source: DOCS.mistral,
    answer: { events: chatEvents(["So"], { finish: "model_length" }) },
    ...full,
  },
  {
    what: "OpenRouter's own context overflow",
    model: OPENROUTER,
    source: "https://github.com/earendil-works/pi/issues/6378",
    answer: {
      status: 400,
      body: {
        error: {
          message:
            "This endpoint's maximum context length is 262000 tokens. However, you requested about 263390 tokens.",
          code: 400,
          metadata: { provider_name: null },
        },
      },
    },
    ...long,
  },
  {
    what: "a context overflow that OpenRouter hands on from its provider",
    model: OPENROUTER,
    source: "https://github.com/cline/cline/issues/13194",
    answer: {
      status: 400,
      body: {
        error: {
          message: "Provider returned error",
          code: 400,
          metadata: {
            raw: JSON.stringify({
              error: {
                message: "This model's maximum context length is 262144 tokens.",
                type: "Bad Request",
                code: 400,
              },
            }),
            provider_name: "Nvidia",
          },
        },
      },
    },
    ...long,
    says: "This model's maximum context length is 262144 tokens.",
  },
  {
    what: "Ollama's context overflow",
    model: OLLAMA,
    source: "https://github.com/nano-step/nano-brain/issues/208",
    answer: { status: 400, body: { error: "the input length exceeds the context length" } },
    ...long,
  },
  {
    what: "llama.cpp's context overflow",
    model: COMPATIBLE,
    source: "https://github.com/JohnnyZ93/oai-compatible-copilot/issues/284",
    answer: {
      status: 400,
      body: {
        error: {
          code: 400,
          message: "request (36146 tokens) exceeds the available context size (32768 tokens), try increasing it",
          type: "exceed_context_size_error",
        },
      },
    },
    ...long,
  },
  {
    what: "llama.cpp's context overflow with the status of a broken server",
    model: COMPATIBLE,
    source: "https://github.com/ggml-org/llama.cpp/pull/15780",
    answer: {
      status: 500,
      body: { error: { code: 500, message: "the request is too large", type: "exceed_context_size_error" } },
    },
    ...long,
  },
  {
    what: "vLLM's context overflow",
    model: COMPATIBLE,
    source: "https://github.com/harbor-framework/harbor/pull/996",
    answer: {
      status: 400,
      body: {
        error: {
          message: "You passed 1015 input tokens. However, the model's context length is only 1024 tokens.",
          type: "BadRequestError",
          param: "input_tokens",
          code: 400,
        },
      },
    },
    ...long,
  },
];

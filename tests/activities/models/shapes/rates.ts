/** Too fast, or out of money: the one is waited for, the other is not. */

import type { Shape } from "./shape.ts";
import {
  ANTHROPIC,
  anthropic,
  COMPATIBLE,
  DOCS,
  GOOGLE,
  google,
  MISTRAL,
  OPENAI,
  OPENROUTER,
  openai,
} from "./shape.ts";

const rate = { kind: "rate_limit", says: "is at its rate limit (status 429)", advice: "Wait a while" } as const;
const broke = { kind: "validation", waitMs: null, says: "the account is out of credit", advice: "billing" } as const;
const slower = openai("Rate limit reached for gpt-5.5 on requests per min (RPM).", "rate_limit_exceeded", "requests");

export const RATES: Shape[] = [
  {
    what: "OpenAI's rate limit that names no time",
    model: OPENAI,
    source: DOCS.openai,
    answer: { status: 429, body: slower },
    ...rate,
    waitMs: 5_000,
  },
  {
    what: "a rate limit with retry-after-ms, which counts before Retry-After",
    model: OPENAI,
    source: "openai-node src/client.ts reads both headers in this order",
    answer: { status: 429, headers: { "retry-after-ms": "1250", "retry-after": "9" }, body: slower },
    ...rate,
    waitMs: 1_250,
  },
  {
    what: "Anthropic's rate limit with Retry-After in seconds",
    model: ANTHROPIC,
    source: "https://docs.claude.com/en/api/rate-limits",
    answer: {
      status: 429,
      headers: { "retry-after": "7" },
      body: anthropic("rate_limit_error", "This request would exceed your account's rate limit."),
    },
    ...rate,
    waitMs: 7_000,
  },
  {
    what: "a rate limit whose Retry-After is a date gone by",
    model: MISTRAL,
    source: "RFC 9110 §10.2.3",
    answer: {
      status: 429,
      headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" },
      body: { message: "Requests rate limit exceeded" },
    },
    ...rate,
    waitMs: 0,
  },
  {
    what: "a rate limit that asks for an hour, which is capped at ten minutes",
    model: OPENROUTER,
    source: DOCS.openrouter,
    answer: {
      status: 429,
      headers: { "retry-after": "3600" },
      body: { error: { code: 429, message: "Rate limit exceeded: free-models-per-day" } },
    },
    ...rate,
    waitMs: 600_000,
  },
  {
    what: "Google's rate limit, which speaks of plan and billing and names its wait in the body",
    model: GOOGLE,
    source: "https://ai.google.dev/gemini-api/docs/rate-limits",
    answer: {
      status: 429,
      body: google(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing details.",
        [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34s" }],
      ),
    },
    ...rate,
    waitMs: 34_000,
  },
  {
    what: "a request larger than OpenAI's token rate, which is no overflow of the context",
    model: OPENAI,
    source: DOCS.openai,
    answer: {
      status: 429,
      body: openai("Request too large for gpt-5.5: context length counts in TPM", "rate_limit_exceeded", "tokens"),
    },
    ...rate,
    waitMs: 5_000,
  },
  {
    what: "a rate limit that OpenRouter tells of inside the stream",
    model: OPENROUTER,
    source: DOCS.openrouter,
    answer: {
      events: [{ error: { code: 429, message: "Provider is busy" }, choices: [{ finish_reason: "error" }] }],
    },
    ...rate,
    says: "is at its rate limit (status 429): Provider is busy",
    waitMs: 5_000,
  },
  {
    what: "OpenAI's spent quota, which no waiting brings back",
    model: OPENAI,
    source: "https://github.com/ChatGPTNextWeb/NextChat/issues/3664",
    answer: {
      status: 429,
      body: openai("You exceeded your current quota.", "insufficient_quota", "insufficient_quota"),
    },
    ...broke,
  },
  {
    what: "a spent quota that only the type names",
    model: OPENAI,
    source: "https://github.com/ayaka14732/ChatGPTAPIFree/issues/16",
    answer: { status: 429, body: openai("You exceeded your current quota.", null, "insufficient_quota") },
    ...broke,
  },
  {
    what: "Anthropic's spent credit",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: {
      status: 400,
      body: anthropic("invalid_request_error", "Your credit balance is too low to access the Anthropic API."),
    },
    ...broke,
  },
  {
    what: "Anthropic's spend limit, set by the owner",
    model: ANTHROPIC,
    source: "https://github.com/anthropics/claude-code/issues/38035",
    answer: {
      status: 400,
      body: anthropic(
        "invalid_request_error",
        "You have reached your specified API usage limits. You will regain access on 2026-04-01 at 00:00 UTC.",
      ),
    },
    ...broke,
    says: "You will regain access on 2026-04-01",
  },
  {
    what: "Anthropic's spend limit of a tier, which has the type of a rate limit",
    model: ANTHROPIC,
    source: "https://learn.microsoft.com/microsoft-cloud/dev/dev-proxy/concepts/anthropic-529-overloaded-error",
    answer: {
      status: 429,
      body: anthropic("rate_limit_error", "You have reached your spend limit.", {
        error_code: "enforced_spend_limit_reached",
      }),
    },
    ...broke,
  },
  {
    what: "Anthropic's long context that the plan does not pay for, which comes as a rate limit",
    model: ANTHROPIC,
    source: "https://github.com/anthropics/claude-code/issues/64982",
    answer: {
      status: 429,
      body: anthropic("rate_limit_error", "Usage credits are required for long context requests."),
    },
    ...broke,
  },
  {
    what: "OpenRouter's spent credit",
    model: OPENROUTER,
    source: "https://github.com/QwenLM/qwen-code/issues/73",
    answer: {
      status: 402,
      body: { error: { code: 402, message: "This request requires more credits, or fewer max_tokens." } },
    },
    ...broke,
  },
  {
    what: "OpenRouter's spent limit of a key, which is no wrong key",
    model: OPENROUTER,
    source: "https://github.com/RooCodeInc/Roo-Code/issues/515",
    answer: {
      status: 403,
      body: { error: { code: 403, message: "Key limit exceeded (total limit). Manage it at openrouter.ai" } },
    },
    ...broke,
  },
  {
    what: "an empty account behind an OpenAI-compatible endpoint",
    model: COMPATIBLE,
    source: "https://api-docs.deepseek.com/quick_start/error_codes",
    answer: { status: 402, body: openai("Insufficient Balance", "invalid_request_error", "unknown_error") },
    ...broke,
  },
];

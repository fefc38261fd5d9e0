/** The provider fails, is overloaded, is slow, falls silent, hangs up, or talks nonsense. */
import { anthropicEvents, chatEvents, responsesEvents } from "../raw-server.ts";
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

const failed = { kind: "api_error", waitMs: 1_000, says: "failed or is overloaded", advice: "status page" } as const;
const nonsense = { kind: "api_error", waitMs: 1_000, says: "cannot be read", advice: "status page" } as const;
const slow = { kind: "timeout", waitMs: 1_000, says: "gave up waiting", advice: "a longer timeout" } as const;
const silent = { kind: "timeout", waitMs: 1_000, says: "was silent for 0.4 s", advice: "a longer timeout" } as const;
const cut = { kind: "network", waitMs: 1_000, says: "cut off in the middle of its reply", advice: "network" } as const;

export const OUTAGES: Shape[] = [
  {
    what: "OpenAI's internal error",
    model: OPENAI,
    source: DOCS.openai,
    answer: { status: 500, body: openai("The server had an error.", null, "server_error") },
    ...failed,
  },
  {
    what: "Anthropic's overload",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 529, body: anthropic("overloaded_error", "Overloaded") },
    ...failed,
  },
  {
    what: "an overload that says how long it lasts",
    model: ANTHROPIC,
    source: "https://learn.microsoft.com/microsoft-cloud/dev/dev-proxy/concepts/anthropic-529-overloaded-error",
    answer: { status: 529, headers: { "retry-after": "12" }, body: anthropic("overloaded_error", "Overloaded") },
    ...failed,
    waitMs: 12_000,
  },
  {
    what: "Anthropic's overload in a stream that had begun with status 200",
    model: ANTHROPIC,
    source: "https://docs.claude.com/en/docs/build-with-claude/streaming#error-events",
    answer: { events: [...anthropicEvents(["Cats"]).slice(0, 3), anthropic("overloaded_error", "Overloaded")] },
    ...failed,
    tokens: [10, 1],
    partial: "Cats",
  },
  {
    what: "Google's overload",
    model: GOOGLE,
    source: DOCS.google,
    answer: { status: 503, body: google(503, "UNAVAILABLE", "The model is overloaded. Please try again later.") },
    ...failed,
  },
  {
    what: "a failed response of OpenAI in a stream that had begun",
    model: OPENAI,
    source: "https://platform.openai.com/docs/api-reference/responses-streaming/response/failed",
    answer: {
      events: [
        ...responsesEvents(["Cats"]).slice(0, 2),
        {
          type: "response.failed",
          response: { model: "gpt-5.5", status: "failed", error: { code: "server_error", message: "It failed." } },
        },
      ],
    },
    ...failed,
    partial: "Cats",
  },
  {
    what: "OpenRouter's error chunk in the middle",
    model: OPENROUTER,
    source: "https://github.com/use-agent-os/agent-os/issues/2214",
    answer: {
      events: [
        ...chatEvents(["Cats"]).slice(0, 1),
        {
          error: { code: "server_error", message: "Provider disconnected unexpectedly" },
          choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
        },
      ],
    },
    ...failed,
    partial: "Cats",
  },
  {
    what: "a gateway's web page",
    model: MISTRAL,
    source: "Cloudflare's 502 page",
    answer: { status: 502, body: "<html><body>Bad gateway</body></html>" },
    ...failed,
  },
  {
    what: "an error that comes as JSON with status 200",
    model: COMPATIBLE,
    source: DOCS.openrouter,
    answer: { status: 200, body: { error: { code: 502, message: "The provider gave no answer." } } },
    ...failed,
    says: "failed or is overloaded (status 502): The provider gave no answer.",
  },
  {
    what: "JSON with status 200 that is no stream and no error",
    model: COMPATIBLE,
    source: "an endpoint that is another service",
    answer: { status: 200, body: { hello: "world" } },
    ...nonsense,
  },
  {
    what: "OpenAI's request timeout",
    model: OPENAI,
    source: "RFC 9110 §15.5.9",
    answer: { status: 408, body: openai("Request timeout", null) },
    ...slow,
  },
  {
    what: "Anthropic's timeout",
    model: ANTHROPIC,
    source: DOCS.anthropic,
    answer: { status: 504, body: anthropic("timeout_error", "The request timed out while processing.") },
    ...slow,
  },
  {
    what: "Google's passed deadline",
    model: GOOGLE,
    source: DOCS.google,
    answer: { status: 504, body: google(504, "DEADLINE_EXCEEDED", "Deadline expired before it could complete.") },
    ...slow,
  },
  {
    what: "Cloudflare's timeout before a provider",
    model: OPENROUTER,
    source:
      "https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-524/",
    answer: { status: 524, body: "<html>A timeout occurred</html>" },
    ...slow,
  },
  ...(
    [
      ["OpenAI", OPENAI, responsesEvents(["Cats"]).slice(0, 2), undefined],
      ["Mistral", MISTRAL, chatEvents(["Cats"]).slice(0, 1), undefined],
      ["Anthropic", ANTHROPIC, anthropicEvents(["Cats"]).slice(0, 3), [10, 1]],
    ] as const
  ).flatMap(([name, model, events, tokens]): Shape[] => {
    const known = { model, ...(tokens && { tokens: [...tokens] as [number, number] }), partial: "Cats" };
    return [
      {
        ...known,
        what: `a stream of ${name}'s without its last event, however politely closed`,
        source: "https://github.com/router-for-me/CLIProxyAPI/issues/3153",
        answer: { events: [...events], how: "close" },
        ...cut,
      },
      {
        ...known,
        what: `a stream of ${name}'s whose connection breaks`,
        source: "https://github.com/preloop/preloop/issues/117",
        answer: { events: [...events], how: "break" },
        ...cut,
      },
      {
        ...known,
        what: `a stream of ${name}'s that falls silent`,
        source: "a connection whose other end is gone",
        answer: { events: [...events], how: "hang" },
        ...silent,
      },
    ];
  }),
];

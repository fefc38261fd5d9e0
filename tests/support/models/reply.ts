/** Scripted replies, and how aimock is made to give each request its own. */
import { randomUUID } from "node:crypto";
import type { ChatCompletionRequest, FixtureResponse, LLMock } from "@copilotkit/aimock";
import type { ModelRequest } from "./request.ts";

export interface ScriptedUsage {
  /** All input tokens, cached ones included. */
  input: number;
  output: number;
  cachedInput?: number;
  /** Anthropic only: part of `input`. */
  cacheWrite?: number;
  /** Part of `output`. */
  reasoning?: number;
}

/** What to answer: one of `text`, `json`, `calls`, `events`, `raw`, `error` and `hang`. */
export interface ModelReplyScript {
  text?: string;
  /** Sent as JSON text. */
  json?: unknown;
  /** Tools that it asks for, after its text. */
  calls?: { name: string; input: unknown }[];
  /** The stream word by word, as a provider sends it. */
  events?: { type: string }[];
  /** The body as it is, of this content type. */
  raw?: { type: string; text: string };
  /** Of `events`: milliseconds to the second event, and between any two after it. Missing: none. */
  pace?: { first: number; each: number };
  /** Tokens; 100 in and 50 out when left out. A long prompt is counted as it is, unless `cutsPrompt`. */
  usage?: ScriptedUsage;
  /** Its server reads no more of the prompt than `usage` has. */
  cutsPrompt?: boolean;
  /** Milliseconds to the first event, events a second, characters a chunk. */
  profile?: { ttft?: number; tps?: number; chunkSize?: number };
  /** Why the reply ended, in OpenAI's words. */
  finish?: "stop" | "length" | "content_filter";
  error?: { status: number; retryAfter?: number | string; headers?: Record<string, string>; body?: unknown };
  /** Breaks the connection after so many events. */
  cutAfterChunks?: number;
  /** Answers with headers and then with silence. */
  hang?: boolean;
}

export interface ReplyBook {
  /** Books a reply; the ticket goes to aimock as the request's context. */
  enter(request: ModelRequest, reply: ModelReplyScript): string;
  strike(ticket: string): void;
}

/**
 * aimock keeps the timing at the fixture and not at the response: one fixture for each manner of
 * speaking, and a ticket that leads each request to its own reply.
 */
export function createReplyBook(mock: LLMock): ReplyBook {
  const entries = new Map<string, { manner: string; response: FixtureResponse }>();
  const manners = new Set<string>();
  const entryOf = (req: ChatCompletionRequest) => entries.get(req["_context"] ?? "");
  const learn = (manner: string, { profile }: ModelReplyScript) => {
    manners.add(manner);
    mock.on(
      { predicate: (req) => entryOf(req)?.manner === manner },
      (req) => entryOf(req)?.response ?? { error: { message: "no reply is booked" }, status: 500 },
      { chunkSize: profile?.chunkSize ?? 20, ...(profile && { streamingProfile: profile }) },
    );
  };
  return {
    enter(request, reply) {
      const manner = JSON.stringify(reply.profile ?? null);
      if (!manners.has(manner)) learn(manner, reply);
      const ticket = randomUUID();
      entries.set(ticket, { manner, response: responseOf(request, reply) });
      return ticket;
    },
    strike: (ticket) => void entries.delete(ticket),
  };
}

function responseOf({ tool }: ModelRequest, reply: ModelReplyScript): FixtureResponse {
  const content = reply.json === undefined ? (reply.text ?? "") : JSON.stringify(reply.json);
  const { input = 100, output = 50 } = reply.usage ?? {};
  const ending = {
    usage: { input_tokens: input, output_tokens: output, prompt_tokens: input, completion_tokens: output },
    ...(reply.finish && { finishReason: reply.finish }),
  };
  if (tool) return { toolCalls: [{ name: tool, arguments: content }], ...ending };
  if (!reply.calls) return { content, ...ending };
  const toolCalls = reply.calls.map(({ name, input: given }) => ({ name, arguments: JSON.stringify(given) }));
  return content === "" ? { toolCalls, ...ending } : { content, toolCalls, ...ending };
}

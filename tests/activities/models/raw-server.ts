/** A bare HTTP server for answers word by word as providers give them, with every request as it stood on the wire. */
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";

interface RawRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export type Answer = (res: ServerResponse, request: RawRequest) => void | Promise<void>;

export interface RawServer {
  url: string;
  requests: RawRequest[];
  /** Settles with the next request. */
  nextRequest(): Promise<unknown>;
  /** The answer to all requests, or one for each in turn, the last for all that follow. */
  answer(...answers: Answer[]): void;
  stop(): Promise<void>;
}

export async function startRawServer(): Promise<RawServer> {
  const requests: RawRequest[] = [];
  let answers: Answer[] = [];
  const came = new EventEmitter();
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const request = { path: req.url ?? "", headers: req.headers, body: JSON.parse(await readText(req)) };
    requests.push(request);
    came.emit("request");
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    await answer?.(res, request);
  };
  const server = createServer((req, res) => void serve(req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    nextRequest: () => once(came, "request"),
    answer: (...next) => {
      answers = next;
      requests.length = 0;
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An error answer. */
export function refuse(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  const isText = typeof body === "string";
  return (res) => {
    res.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers });
    res.end(isText ? body : JSON.stringify(body));
  };
}

/** `end`: politely, in Chat Completions with its last mark. `close`: without that. `hang`: the connection stays open. */
export type HowItEnds = "end" | "close" | "hang" | "break";

/** Server-sent events, each with its type as its name. */
export function stream(events: ({ type?: string } | null)[], how: HowItEnds = "end"): Answer {
  return async (res) => {
    res.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) {
      const name = event?.type ? `event: ${event.type}\n` : "";
      await new Promise((sent) => res.write(`${name}data: ${JSON.stringify(event)}\n\n`, sent));
    }
    if (how === "end" || how === "close")
      res.end(how === "close" || events.some((event) => event?.type) ? "" : "data: [DONE]\n\n");
    if (how === "break") res.destroy();
  };
}

export interface SaidUsage {
  [figure: string]: unknown;
}

/** A whole reply of the Responses API. */
export function responsesEvents(pieces: string[], response: Record<string, unknown> = {}): { type: string }[] {
  const content = [{ type: "output_text", text: pieces.join(""), annotations: [] }];
  return [
    { type: "response.created" },
    ...pieces.map((delta) => ({ type: "response.output_text.delta", delta })),
    {
      type: "response.completed",
      response: {
        model: "gpt-5.5-2026-04-23",
        status: "completed",
        output: [{ type: "message", role: "assistant", content }],
        usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
        ...response,
      },
    } as { type: string },
  ];
}

/** A whole reply of Chat Completions. */
export function chatEvents(
  pieces: string[],
  end: { finish?: string; usage?: SaidUsage | null } = {},
): Record<string, unknown>[] {
  const usage = end.usage === undefined ? { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } : end.usage;
  return [
    ...pieces.map((content) => ({ model: "m-1", choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    { model: "m-1", choices: [{ index: 0, delta: {}, finish_reason: end.finish ?? "stop" }] },
    ...(usage ? [{ model: "m-1", choices: [], usage }] : []),
  ];
}

/** A whole reply of the Messages API. */
export function anthropicEvents(
  pieces: string[],
  end: { stop?: string; details?: unknown; start?: SaidUsage; delta?: SaidUsage } = {},
): { type: string }[] {
  const usage = { input_tokens: 10, output_tokens: 1, ...end.start };
  const events = [
    { type: "message_start", message: { model: "claude-sonnet-5", content: [], usage } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...pieces.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: end.stop ?? "end_turn", stop_details: end.details ?? null },
      usage: { output_tokens: 5, ...end.delta },
    },
    { type: "message_stop" },
  ];
  return events;
}

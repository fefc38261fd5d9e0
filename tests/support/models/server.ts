/**
 * A scripted model over the real wire: aimock speaks the providers' formats, and a small server before it sees every
 * raw request, asks the script for the reply, keeps the journal and makes the faults that aimock has no words for.
 */
import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { LLMock } from "@copilotkit/aimock";
import type { ProviderSettings } from "../../../activities/models/index.ts";
import { answersAfter } from "../waits.ts";
import { createReplyBook, type ModelReplyScript } from "./reply.ts";
import { type ModelRequest, readModelRequest } from "./request.ts";
import { rewriteUsage, withWholePrompt } from "./usage.ts";

export type { ModelReplyScript } from "./reply.ts";
export type { ModelRequest } from "./request.ts";

type ModelScript = (request: ModelRequest) => ModelReplyScript | Promise<ModelReplyScript>;

export interface ModelJournalEntry extends ModelRequest {
  /** Milliseconds since the epoch, with fractions. */
  at: number;
  /** When the first event left that says more than that the request was received. */
  begunAt?: number;
  /** When the first piece of text left. */
  firstTokenAt?: number;
  /** When the last byte was sent or the caller hung up. */
  endedAt?: number;
  status?: number;
}

export interface ModelServer {
  /** Anthropic's base URL; OpenAI's is this with `/v1`. */
  url: string;
  /** Settings that send every provider here, with a key for each. */
  providers: Record<string, ProviderSettings>;
  /** All requests, in the order in which they came. */
  journal: ModelJournalEntry[];
  /** What the script did not foresee: a test may expect this to be empty. */
  complaints: string[];
  /** A function for all calls from now on, or one reply for each of the next calls and then errors. */
  use(script: ModelScript | ModelReplyScript[]): void;
  /** Empties the journal and the complaints; the script stays. */
  forget(): void;
  /** Settles when so many requests have come since the last `forget`. */
  arrived(count: number): Promise<void>;
  /** Settles when so many requests are over. */
  ended(count: number): Promise<void>;
  stop(): Promise<void>;
}

interface Desk {
  mock: LLMock;
  book: ReturnType<typeof createReplyBook>;
  script: ModelScript;
  journal: ModelJournalEntry[];
  complaints: string[];
  changed: EventTarget;
}

const now = () => performance.timeOrigin + performance.now();

/** Starts on free ports of the loopback. Until `use` is called every request is answered with 500. */
export async function startModelServer(): Promise<ModelServer> {
  const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent", journalMaxEntries: 1 });
  const book = createReplyBook(mock);
  await mock.start();
  const desk: Desk = { mock, book, script: listScript([]), journal: [], complaints: [], changed: new EventTarget() };
  const server = createServer((req, res) => {
    serve(desk, req, res).catch((error: Error) => complain(desk, res, error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    providers: providersAt(url),
    journal: desk.journal,
    complaints: desk.complaints,
    use: (script) => {
      desk.script = Array.isArray(script) ? listScript(script) : script;
    },
    forget: () => {
      desk.journal.length = 0;
      desk.complaints.length = 0;
    },
    arrived: (count) => until(desk, () => desk.journal.length >= count),
    ended: (count) => until(desk, () => desk.journal.filter((entry) => entry.endedAt).length >= count),
    stop: () => stop(server, mock),
  };
}

function providersAt(url: string): Record<string, ProviderSettings> {
  const openai = { apiKey: "test-key-openai", baseUrl: `${url}/v1` };
  return {
    anthropic: { apiKey: "test-key-anthropic", baseUrl: url },
    openai,
    google: { ...openai, apiKey: "test-key-google" },
    mistral: { ...openai, apiKey: "test-key-mistral" },
    openrouter: { ...openai, apiKey: "test-key-openrouter" },
    ollama: { baseUrl: `${url}/v1` },
    "openai-compatible": { baseUrl: `${url}/v1` },
    demo: { baseUrl: `${url}/v1` },
  };
}

function listScript(replies: ModelReplyScript[]): ModelScript {
  const left = [...replies];
  return ({ model }) => {
    const reply = left.shift();
    if (!reply) throw new Error(`the script of ${replies.length} replies is exhausted: no reply left for ${model}`);
    return reply;
  };
}

async function until(desk: Desk, holds: () => boolean): Promise<void> {
  while (!holds()) await once(desk.changed, "change");
}

async function stop(server: Server, mock: LLMock): Promise<void> {
  server.close();
  server.closeAllConnections();
  await mock.stop();
}

async function serve(desk: Desk, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const raw = await readText(req);
  const entry: ModelJournalEntry = { ...readModelRequest(req, raw), at: now() };
  res.once("close", () => {
    entry.endedAt = now();
    entry.status = res.statusCode;
    desk.changed.dispatchEvent(new Event("change"));
  });
  desk.journal.push(entry);
  desk.changed.dispatchEvent(new Event("change"));
  const reply = withWholePrompt(entry, await desk.script(entry));
  if (reply.error) sendError(res, reply.error);
  else if (reply.hang) res.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  else if (reply.events) await sendEvents(res, entry, reply);
  else if (reply.raw) res.writeHead(200, { "content-type": reply.raw.type }).end(reply.raw.text);
  else await forward({ desk, req, res, raw, request: entry, reply });
}

function sendError(res: ServerResponse, error: NonNullable<ModelReplyScript["error"]>): void {
  const { status, retryAfter, headers, body } = error;
  const text = typeof body === "string" ? body : JSON.stringify(body ?? { error: { message: `scripted ${status}` } });
  res.writeHead(status, {
    "content-type": typeof body === "string" ? "text/plain" : "application/json",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...headers,
  });
  res.end(text);
}

async function sendEvents(res: ServerResponse, entry: ModelJournalEntry, reply: ModelReplyScript): Promise<void> {
  const { events = [], pace } = reply;
  res.writeHead(200, { "content-type": "text/event-stream" });
  let due = now();
  for (const [n, event] of events.entries()) {
    due += n === 0 ? 0 : n === 1 ? (pace?.first ?? 0) : (pace?.each ?? 0);
    if (due > now()) await answersAfter(due - now());
    const text = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    if (entry.firstTokenAt === undefined && FIRST_TEXT.test(text)) entry.firstTokenAt = now();
    if (!res.destroyed) await new Promise((sent) => res.write(text, sent));
  }
  res.end();
}

function complain(desk: Desk, res: ServerResponse, error: Error): void {
  // Whoever hung up is no fault of the script's.
  if (res.destroyed) return;
  desk.complaints.push(error.message);
  if (res.headersSent) res.destroy();
  else sendError(res, { status: 500, body: { error: { message: `model server: ${error.message}`, type: "script" } } });
}

const ONLY_RECEIVED = /"type":\s*"response\.(created|queued|in_progress)"/;
const FIRST_TEXT = /response\.output_text\.delta|"text_delta"|"content":"[^"]/;

async function forward(on: {
  desk: Desk;
  req: IncomingMessage;
  res: ServerResponse;
  raw: string;
  request: ModelJournalEntry;
  reply: ModelReplyScript;
}): Promise<void> {
  const { desk, req, res, raw, request, reply } = on;
  const ticket = desk.book.enter(request, reply);
  const upstream = httpRequest(`${desk.mock.url}${req.url}`, {
    method: req.method ?? "POST",
    headers: { "content-type": "application/json", "x-aimock-context": ticket },
  });
  res.once("close", () => {
    desk.book.strike(ticket);
    upstream.destroy();
  });
  upstream.on("error", () => res.destroy());
  upstream.end(raw);
  const [answer] = (await once(upstream, "response")) as [IncomingMessage];
  res.writeHead(answer.statusCode ?? 500, { "content-type": answer.headers["content-type"] ?? "application/json" });
  answer.on("error", () => res.destroy());
  let sent = 0;
  for await (const event of rewriteUsage(answer, request.api, reply.usage)) {
    if (request.begunAt === undefined && !ONLY_RECEIVED.test(event)) request.begunAt = now();
    if (request.firstTokenAt === undefined && FIRST_TEXT.test(event)) request.firstTokenAt = now();
    // What was written is on its way before the connection may be broken.
    await new Promise((done) => res.write(event, done));
    if (++sent === reply.cutAfterChunks) res.destroy();
  }
  res.end();
}

/** Stands between Parley and a model's server, passes everything on, and keeps what went over. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";

export interface Exchange {
  model: string;
  /** How the reply's form was asked for. */
  asks: "json_schema" | "json_object" | "text";
  /** Names of what was asked with, such as `max_tokens`. */
  parameters: string[];
  status: number;
  /** What a refusal said. */
  refusal: string | null;
  text: string;
  finish: string | null;
  isStream: boolean;
  usage: { input: number; output: number } | null;
  ms: number;
}

export interface Wire {
  url: string;
  exchanges: Exchange[];
  stop(): Promise<void>;
}

interface Asked {
  model?: string;
  response_format?: { type?: string };
  tools?: unknown[];
}

export async function startWire(upstream: string): Promise<Wire> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    pass(request, response, upstream).then(
      (exchange) => exchange && exchanges.push(exchange),
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, upstream: string): Promise<Exchange | null> {
  const startedAt = performance.now();
  const body = await readText(request);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { authorization } = request.headers;
  const answer = await fetch(`${upstream}${request.url}`, {
    method: request.method ?? "POST",
    headers: { "content-type": "application/json", ...(authorization && { authorization }) },
    body,
    signal: gone.signal,
  });
  const type = answer.headers.get("content-type") ?? "";
  const retry = answer.headers.get("retry-after");
  response.writeHead(answer.status, { "content-type": type, ...(retry && { "retry-after": retry }) });
  let said = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    said += decoder.decode(chunk, { stream: true });
    response.write(chunk);
  }
  response.end();
  const asked = JSON.parse(body || "{}") as Asked;
  const ms = Math.round(performance.now() - startedAt);
  return { ...readAsked(asked), ...readAnswer(said, answer.status), isStream: type.includes("event-stream"), ms };
}

function readAsked(asked: Asked): Pick<Exchange, "model" | "asks" | "parameters"> {
  const type = asked.response_format?.type;
  const asks = type === "json_schema" || type === "json_object" ? type : "text";
  return { model: asked.model ?? "", asks, parameters: Object.keys(asked) };
}

interface Piece {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: string | null }[];
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

function readAnswer(said: string, status: number): Pick<Exchange, "status" | "refusal" | "text" | "finish" | "usage"> {
  const whole = { status, refusal: status === 200 ? null : said.slice(0, 300), text: "", finish: null, usage: null };
  return piecesOf(said).reduce<ReturnType<typeof readAnswer>>((so, { choices = [], usage }) => {
    const [choice] = choices;
    const content = choice?.delta?.content ?? choice?.message?.content;
    return {
      ...so,
      text: so.text + (typeof content === "string" ? content : ""),
      finish: choice?.finish_reason ?? so.finish,
      usage: usage ? { input: usage.prompt_tokens ?? 0, output: usage.completion_tokens ?? 0 } : so.usage,
    };
  }, whole);
}

function piecesOf(said: string): Piece[] {
  const lines = said.startsWith("{")
    ? [said]
    : said.split(/\r?\n/).flatMap((line) => /^data: ?(\{.*)$/.exec(line)?.[1] ?? []);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Piece];
    } catch {
      return [];
    }
  });
}

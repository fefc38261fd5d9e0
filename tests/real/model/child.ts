/**
 * A server of OpenAI's wire format (chat completions) before a real model, in a process of its own. The model has two names:
 * `smollm2` takes JSON Schemas, which become grammars; `smollm2-words` takes no `response_format`, in the words of DeepSeek's.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import type { RealModel } from "./fetch.ts";
import type { Said } from "./llama.ts";
import { type Asked, createSpeaker, NoGrammar, type Spoken, TooLong, WINDOW } from "./speaker.ts";

interface Body {
  model: string;
  messages: { role: string; content: string | { text?: string }[] }[];
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  top_p?: number;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { schema: unknown } };
}

// Not by `--import`: the library tries its binary in a process with the same flags, which would end at once.
await import("../../support/processes/tied.ts");
const speak = await createSpeaker(JSON.parse(process.argv[2] ?? "{}") as RealModel);
const server = createServer(
  (request, response) => void serve(request, response).catch((error) => fail(response, error)),
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== "/v1/chat/completions") return refuse(response, 404, { message: "there is no such address" });
  const body = JSON.parse(await readText(request)) as Body;
  if (body.model === "smollm2-words" && body.response_format)
    return refuse(response, 400, {
      message: "This response_format type is unavailable now",
      type: "invalid_request_error",
    });
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  let text = "";
  const send = body.stream ? streamed(response, body.model) : null;
  const onText = (piece: string) => {
    text += piece;
    send?.({ delta: { content: piece }, finish_reason: null });
  };
  const spoken = await speak({ ...askedIn(body), signal: gone.signal, onText });
  if (!send) return whole(response, { model: body.model, text, spoken });
  send({ delta: {}, finish_reason: spoken.finish });
  if (body.stream_options?.include_usage) send(null, usageOf(spoken));
  response.end("data: [DONE]\n\n");
}

function askedIn(body: Body): Omit<Asked, "signal" | "onText"> {
  const { response_format: format, temperature, top_p: topP } = body;
  return {
    messages: body.messages.map(saidIn),
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? 256,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(format?.type === "json_schema" && { schema: format.json_schema?.schema }),
  };
}

function saidIn({ role, content }: Body["messages"][number]): Said {
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n\n");
  if (role === "assistant") return { type: "model", response: [text] };
  return { type: role === "system" || role === "developer" ? "system" : "user", text };
}

/** Sends pieces; the first one sends the head, since a refusal may come before it. */
function streamed(response: ServerResponse, model: string) {
  return (choice: object | null, usage?: object): void => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    const choices = choice ? [{ index: 0, ...choice }] : [];
    const chunk = { id: "reply", object: "chat.completion.chunk", model, choices, ...(usage && { usage }) };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
}

function whole(
  response: ServerResponse,
  { model, text, spoken }: { model: string; text: string; spoken: Spoken },
): void {
  const choices = [{ index: 0, message: { role: "assistant", content: text }, finish_reason: spoken.finish }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "reply", object: "chat.completion", model, choices, usage: usageOf(spoken) }));
}

function usageOf({ input, cached, output }: Spoken) {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function refuse(response: ServerResponse, status: number, error: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { code: status, ...error } }));
}

/** As llama.cpp's own server says it. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (error instanceof TooLong)
    return refuse(response, 400, {
      message: `${error.message}, try increasing it`,
      type: "exceed_context_size_error",
      n_prompt_tokens: error.tokens,
      n_ctx: WINDOW,
    });
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof NoGrammar)
    return refuse(response, 400, { message: `Failed to parse grammar: ${message}`, type: "invalid_request_error" });
  refuse(response, 500, { message, type: "server_error" });
}

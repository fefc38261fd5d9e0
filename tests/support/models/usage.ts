/** aimock's usage knows input and output only: the finer figures are put into its stream on the way. */

import { promptCutOf } from "../../../domain/shapes/context/cut-prompts.ts";
import { createBoundedTokenCounter } from "../../../domain/shapes/tokens.shape.ts";
import type { ModelReplyScript, ScriptedUsage } from "./reply.ts";
import type { ModelRequest } from "./request.ts";

/** The texts of one debate come again and again. */
const countTokens = createBoundedTokenCounter(8_000_000);
/** At least, in what is sent to models: about four in English, three in JSON. */
const BYTES_PER_TOKEN = 2.5;

/** Scripts invent what they count. Of a long prompt that would say that its server has cut it. */
export function withWholePrompt(request: ModelRequest, reply: ModelReplyScript): ModelReplyScript {
  if (reply.cutsPrompt) return reply;
  const { input = 100, output = 50, ...more } = reply.usage ?? {};
  const texts = [request.system, ...request.messages.map(({ content }) => content)];
  const most = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / BYTES_PER_TOKEN;
  // To count takes longer than the rest of a reply.
  if (!promptCutOf({ counted: most, read: input })) return reply;
  const counted = texts.reduce((sum, text) => sum + countTokens(text), 0);
  const found = promptCutOf({ counted, read: input });
  return found ? { ...reply, usage: { ...more, input: counted, output } } : reply;
}

/** Passes a stream of server-sent events on, event by event; anything else as one piece. */
export async function* rewriteUsage(
  stream: AsyncIterable<Buffer>,
  api: ModelRequest["api"],
  usage: ScriptedUsage | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const rewrite = (event: string) =>
    event.replace(/^data: .*$/m, (line) => (usage ? rewritten(line, api, usage) : line));
  let rest = "";
  for await (const piece of stream) {
    const events = (rest + decoder.decode(piece, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) yield `${rewrite(event)}\n\n`;
  }
  if (rest) yield rest;
}

interface Usable {
  usage?: Record<string, unknown>;
}

function rewritten(line: string, api: ModelRequest["api"], usage: ScriptedUsage): string {
  if (!line.startsWith("data: {") || !line.includes('"usage"')) return line;
  const event = JSON.parse(line.slice("data: ".length)) as Usable & { response?: Usable; message?: Usable };
  for (const holder of [event, event.response, event.message])
    if (holder?.usage) Object.assign(holder.usage, FIGURES[api](usage, "input_tokens" in holder.usage));
  return `data: ${JSON.stringify(event)}`;
}

const FIGURES: Record<ModelRequest["api"], (usage: ScriptedUsage, withInput: boolean) => Record<string, unknown>> = {
  responses: ({ cachedInput = 0, reasoning = 0 }) => ({
    input_tokens_details: { cached_tokens: cachedInput },
    output_tokens_details: { reasoning_tokens: reasoning },
  }),
  chat: ({ cachedInput = 0, reasoning = 0 }) => ({
    prompt_tokens_details: { cached_tokens: cachedInput },
    completion_tokens_details: { reasoning_tokens: reasoning },
  }),
  // Anthropic's input_tokens are those that no cache has seen.
  anthropic: ({ input, cachedInput = 0, cacheWrite = 0, reasoning = 0 }, withInput) => ({
    ...(withInput && {
      input_tokens: input - cachedInput - cacheWrite,
      cache_read_input_tokens: cachedInput,
      cache_creation_input_tokens: cacheWrite,
    }),
    output_tokens_details: { thinking_tokens: reasoning },
  }),
};

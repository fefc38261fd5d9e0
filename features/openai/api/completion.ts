/** A debate as an object of OpenAI's chat completions, and as its stream of chunks. */
import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";
import { paragraphsOf } from "../../../domain/show/run/answer.run.ts";
import type { Answered } from "./answered.openai-api.ts";
import { idOf } from "./ids.openai-api.ts";
import { type Shown, secondsOf } from "./response.ts";
import { completionUsage } from "./usage.openai-api.ts";

type Ended = Extract<Answered, { usage: object }>;
/** As reasoning models of several providers send it; chat windows show it folded. */
type Delta = ChatCompletionChunk.Choice.Delta & { reasoning_content?: string };

export function completionOf({ record, asked, watch }: Shown, { usage, fusion }: Ended, text: string) {
  const message = { role: "assistant" as const, content: text, refusal: null };
  return {
    ...about({ record, asked }),
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", logprobs: null, message }],
    usage: completionUsage(usage),
    metadata: { ...asked.metadata, parley_debate: record.id, parley_watch: watch },
    ...fusion,
  } satisfies ChatCompletion & { metadata: object };
}

/** Chunks, in order: the progress as reasoning, then the answer. Throws what `end` throws. */
export async function* completionChunks(
  shown: Shown,
  {
    pieces,
    end,
    withUsage,
  }: { pieces: AsyncIterable<string>; end: () => Promise<{ text: string; ended: Ended }>; withUsage: boolean },
): AsyncGenerator<ChatCompletionChunk, void> {
  const chunk = (delta: Delta, finish: "stop" | null = null): ChatCompletionChunk => ({
    ...about(shown),
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    ...(withUsage && { usage: null }),
  });
  yield chunk({ role: "assistant", content: "" });
  for await (const piece of pieces) yield chunk({ reasoning_content: `${piece}\n\n` });
  const { text, ended } = await end();
  for (const content of paragraphsOf(text)) yield chunk({ content });
  yield { ...chunk({}, "stop"), ...ended.fusion };
  if (withUsage) yield { ...chunk({}), choices: [], usage: completionUsage(ended.usage) };
}

function about({ record, asked }: Pick<Shown, "record" | "asked">) {
  return { id: idOf("chat", record.id), created: secondsOf(record.createdAt), model: asked.model };
}

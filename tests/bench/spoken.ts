/** A reply of OpenAI's Responses API as raw events, which a bench's model server sends without composing them first. */
import type { ModelReplyScript } from "../support/models/server.ts";

const SPENT = { input: 100, output: 20 };

/** `words` are the deltas. `pace`: milliseconds to the first one, and between two. */
export function spoken(words: string[], pace?: ModelReplyScript["pace"]): ModelReplyScript {
  const text = words.join("");
  const { input, output } = SPENT;
  const response = {
    id: "resp_1",
    object: "response",
    model: "gpt-5.5",
    status: "completed",
    output: [{ type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text }] }],
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  };
  const deltas = words.map((delta) => ({ type: "response.output_text.delta", delta }));
  const events = [{ type: "response.created" }, ...deltas, { type: "response.completed", response }];
  return { events, ...(pace && { pace }) };
}

/** The conversation of a request in OpenAI's format. */
import { type Said, saidBy } from "../../../domain/rules/request/conversation.request.ts";
import type { ChatRequest, ResponseRequest } from "./requests.openai-api.ts";

export function saidInChat({ messages }: ChatRequest): Said[] {
  return messages.map(({ role, content }) => saidBy(speakerOf(role), content));
}

/** Reasoning and calls that a client sends back are left out: they tell what was done before the answer. */
export function saidInResponse({ input }: ResponseRequest): Said[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  return input.flatMap(({ type = "message", role = "user", content, output }) => {
    if (type === "function_call_output") return [saidBy("tool", output)];
    return type === "message" ? [saidBy(speakerOf(role), content)] : [];
  });
}

function speakerOf(role: ChatRequest["messages"][number]["role"]): Said["role"] {
  return role === "function" ? "tool" : role;
}

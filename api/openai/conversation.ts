/** A conversation becomes a debate's topic and background. */
import { ParleyError } from "../../domain/errors.ts";
import type { Said } from "../../domain/openai/asked.ts";
import { LIMITS } from "../../domain/request/limits.ts";
import type { ChatRequest, ResponseRequest } from "./requests.ts";

type Content = ChatRequest["messages"][number]["content"];

export function saidInChat({ messages }: ChatRequest): Said[] {
  return messages.map(({ role, content }) => ({ role, text: textOf(content) }));
}

/** Reasoning that a client sends back is left out: it tells what was said before the answer. */
export function saidInResponse({ input }: ResponseRequest): Said[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  const messages = input.filter(({ type }) => type !== "reasoning");
  return messages.map(({ role = "user", content }) => ({ role, text: textOf(content) }));
}

function textOf(content: Content): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text).join("\n");
}

export interface Question {
  topic: string;
  /** Left out: the topic is all that was said. */
  context?: string;
}

/** The last message of the user is the topic. Throws `invalid-request` if there is none, or if it is too long. */
export function questionIn(conversation: Said[], pointer: string): Question {
  const at = conversation.findLastIndex(({ role, text }) => role === "user" && text.trim() !== "");
  const last = conversation[at];
  if (!last) throw refused(pointer, "has no message of the user");
  const topic = last.text.trim();
  if (topic.length > LIMITS.topic)
    throw refused(
      pointer,
      `the last message is what is debated and may have ${LIMITS.topic} characters, not ${topic.length}; put material into a message before it`,
    );
  const context = conversation
    .filter((said, i) => i !== at && said.text.trim() !== "")
    .map(backgroundOf)
    .join("\n\n");
  return { topic, ...(context !== "" && { context }) };
}

const SPEAKERS: Record<Said["role"], string> = {
  system: "Instructions for this conversation",
  developer: "Instructions for this conversation",
  user: "Said before by the one who asks",
  assistant: "Answered before",
};

function backgroundOf({ role, text }: Said): string {
  return `${SPEAKERS[role]}:\n${text.trim()}`;
}

function refused(pointer: string, detail: string): ParleyError {
  return new ParleyError("invalid-request", "the request is not valid", { errors: [{ pointer, detail }] });
}

/** A conversation becomes a debate's topic and background. */
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import type { Said } from "../domain/asked.openai.ts";
import type { ChatRequest, Part, ResponseRequest } from "./requests.openai-api.ts";

type Message = ChatRequest["messages"][number];

export function saidInChat({ messages }: ChatRequest): Said[] {
  return messages.map(({ role, content }) => saidBy(role, content));
}

/** Reasoning and calls that a client sends back are left out: they tell what was done before the answer. */
export function saidInResponse({ input }: ResponseRequest): Said[] {
  if (typeof input === "string") return [{ role: "user", text: input }];
  return input.flatMap(({ type = "message", role = "user", content, output }) => {
    if (type === "function_call_output") return [saidBy("tool", output)];
    return type === "message" ? [saidBy(role, content)] : [];
  });
}

function saidBy(role: Message["role"], content: Message["content"]): Said {
  const parts: Part[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const others = parts.flatMap(({ type }) => (TEXTS.includes(type) ? [] : [KINDS[type] ?? "something else"]));
  return {
    role: role === "function" ? "tool" : role,
    text: parts.flatMap(({ type, text, refusal }) => (TEXTS.includes(type) ? [text ?? refusal ?? ""] : [])).join("\n"),
    ...(others.length > 0 && { others: [...new Set(others)] }),
  };
}

const TEXTS = ["text", "input_text", "output_text", "refusal"];
const KINDS: Record<string, string> = {
  image_url: "a picture",
  input_image: "a picture",
  input_audio: "sound",
  file: "a file",
  input_file: "a file",
};

export interface Question {
  topic: string;
  /** Left out: the topic is all that was said. */
  context?: string;
}

/** The last message of the user is the topic. Throws `invalid-request` if there is none, or if it is too long. */
export function questionIn(conversation: Said[], pointer: string): Question {
  const at = conversation.findLastIndex(
    ({ role, text, others }) => role === "user" && (others !== undefined || text.trim() !== ""),
  );
  const last = conversation[at];
  if (!last) throw refused(pointer, "has no message of the user");
  if (last.others)
    throw refused(
      pointer,
      `the last message must be text, and has ${last.others.join(" and ")}: a debate takes text alone`,
    );
  const topic = last.text.trim();
  if (topic.length > LIMITS.topic)
    throw refused(
      pointer,
      `the last message is what is debated and may have ${LIMITS.topic} characters, not ${topic.length}; put material into a message before it`,
    );
  const context = conversation
    .filter(({ text, others }, i) => i !== at && (others !== undefined || text.trim() !== ""))
    .map(backgroundOf)
    .join("\n\n");
  return { topic, ...(context !== "" && { context }) };
}

const SPEAKERS: Record<Said["role"], string> = {
  system: "Instructions for this conversation",
  developer: "Instructions for this conversation",
  user: "Said before by the one who asks",
  assistant: "Answered before",
  tool: "A tool answered before",
};

function backgroundOf({ role, text, others = [] }: Said): string {
  const lines = [text.trim(), ...others.map((what) => `(There was ${what}, which is not shown here.)`)];
  return `${SPEAKERS[role]}:\n${lines.filter(Boolean).join("\n")}`;
}

function refused(pointer: string, detail: string): ParleyError {
  return new ParleyError("invalid-request", "the request is not valid", { errors: [{ pointer, detail }] });
}

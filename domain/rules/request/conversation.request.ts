/** A conversation becomes a debate's topic and background. */
import { ParleyError } from "../../base/errors.base.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";

/** One text of a conversation. */
export interface Said {
  /** `tool`: what a tool answered, in a conversation that had some. */
  role: "system" | "developer" | "user" | "assistant" | "tool";
  text: string;
  /** What else it had, such as pictures: they are left out. */
  others?: string[];
}

/** A piece of a message, in the words of any protocol. */
export interface Part {
  type: string;
  text?: string | null | undefined;
  refusal?: string | null | undefined;
}

/** The texts of a message; what else it had is named. */
export function saidBy(role: Said["role"], content: string | readonly Part[] | null | undefined): Said {
  const parts: readonly Part[] = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  const others = parts.flatMap(({ type }) => (TEXTS.includes(type) ? [] : [KINDS[type] ?? "something else"]));
  return {
    role,
    text: parts.flatMap(({ type, text, refusal }) => (TEXTS.includes(type) ? [text ?? refusal ?? ""] : [])).join("\n"),
    ...(others.length > 0 && { others: [...new Set(others)] }),
  };
}

const TEXTS = ["text", "input_text", "output_text", "refusal"];
const KINDS: Record<string, string> = {
  image: "a picture",
  image_url: "a picture",
  input_image: "a picture",
  audio: "sound",
  input_audio: "sound",
  video: "a film",
  document: "a file",
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

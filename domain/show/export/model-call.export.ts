/** A model call of a debate as one line of JSON, for training and analysis. */

import type { ChatMessage, Prompt } from "../../prompts/parts/prompt.prompt-part.ts";
import { givenReply } from "../../prompts/question/reply.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** null stands for what is not stored. `note` says why. */
export interface ModelCallLine {
  debate: string;
  turn: string;
  round: number;
  /** The participant's id. */
  participant: string;
  /** `provider/model`. */
  model: string;
  system: string | null;
  messages: { role: ChatMessage["role"]; content: string }[] | null;
  reply: string | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  note: string | null;
}

const NO_PROMPT =
  "The prompt cannot be rebuilt exactly: the turn is from another debate or version, or the configuration has changed.";
const NO_REPLY = "The model replied with JSON, which is not stored: the turn's text and fields were made from it.";
const REBUILT = "The model replied with JSON. The reply is put together again from the fields that are stored.";

/**
 * `prompt`: null if it cannot be rebuilt. `isStructured`: the turn's text is not the model's reply. `form`: of a question's
 * answers.
 */
export function modelCallLine(
  turn: Turn,
  about: {
    debate: string;
    prompt: Pick<Prompt, "system" | "messages"> | null;
    isStructured: boolean;
    form?: AnswerForm | undefined;
  },
): ModelCallLine {
  const { debate, prompt, isStructured, form } = about;
  const reply = isStructured ? rebuiltReply(turn, form) : turn.text;
  const ofReply = isStructured ? [reply === null ? NO_REPLY : REBUILT] : [];
  const notes = [...(prompt ? [] : [NO_PROMPT]), ...ofReply];
  return {
    debate,
    turn: turn.id,
    round: turn.round,
    participant: turn.participantId,
    model: turn.model,
    system: prompt?.system ?? null,
    // Pieces of a message are joined as for providers that take one text.
    messages: prompt?.messages.map(({ role, content }) => ({ role, content: content.join("\n\n") })) ?? null,
    reply,
    inputTokens: turn.usage.inputTokens,
    outputTokens: turn.usage.outputTokens,
    costUsd: turn.costUsd,
    note: notes.length > 0 ? notes.join(" ") : null,
  };
}

/** null for turns of which not all fields are stored. */
function rebuiltReply({ answer, critique }: Turn, form: AnswerForm | undefined): string | null {
  if (critique) return JSON.stringify(critique);
  return answer && form ? JSON.stringify(givenReply(answer, form)) : null;
}

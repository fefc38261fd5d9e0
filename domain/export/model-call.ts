/** A model call of a debate as one line of JSON, for training and analysis. */
import type { ChatMessage, Prompt } from "../prompts/prompt.ts";
import type { Turn } from "../schemas/turn.ts";

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

/** `prompt`: null if it cannot be rebuilt. `isStructured`: the turn's text is not the model's reply. */
export function modelCallLine(
  turn: Turn,
  about: { debate: string; prompt: Pick<Prompt, "system" | "messages"> | null; isStructured: boolean },
): ModelCallLine {
  const { debate, prompt, isStructured } = about;
  const notes = [...(prompt ? [] : [NO_PROMPT]), ...(isStructured ? [NO_REPLY] : [])];
  return {
    debate,
    turn: turn.id,
    round: turn.round,
    participant: turn.participantId,
    model: turn.model,
    system: prompt?.system ?? null,
    // Pieces of a message are joined as for providers that take one text.
    messages: prompt?.messages.map(({ role, content }) => ({ role, content: content.join("\n\n") })) ?? null,
    reply: isStructured ? null : turn.text,
    inputTokens: turn.usage.inputTokens,
    outputTokens: turn.usage.outputTokens,
    costUsd: turn.costUsd,
    note: notes.length > 0 ? notes.join(" ") : null,
  };
}

/** What every prompt builder returns, whoever will be asked. */

export interface ChatMessage {
  role: "user" | "assistant";
  /** Content blocks, in order. */
  content: string[];
}

/** A strict, portable JSON Schema: every field required, `additionalProperties: false`, no ranges. */
export interface OutputSchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface Prompt {
  system: string;
  /** Roles alternate; the first and the last message are the user's. */
  messages: ChatMessage[];
  output?: OutputSchema;
  source: "built-in" | "custom";
}

/** What a model's answer turned out to be: a value, or the faults to show it when it is asked once more. */
export type Reading<T> = { ok: true; value: T } | { ok: false; faults: string[] };

/** What of a prompt goes to the model, as the text that its SHA-256 is made of. */
export function promptText({ system, messages, output }: Prompt): string {
  return JSON.stringify({ system, messages, output });
}

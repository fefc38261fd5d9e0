/** What every prompt builder returns. */
import type { ShownImages } from "../../shapes/images/image.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

export interface ChatMessage {
  role: "user" | "assistant";
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
  /** The schema stands in the last block. A provider that would show it to its model before everything else is not given it. */
  schemaInText?: true;
  /** Images of exhibits. The text names them by their digests. */
  images?: ShownImages;
}

/** A parsed reply, or the faults to list when the model is asked again. */
export type Reading<T> = { ok: true; value: T } | { ok: false; faults: string[] };

/** The text whose SHA-256 identifies the prompt: all that the model receives, with the digests of its images. */
export function promptText({ system, messages, output }: Prompt): string {
  return JSON.stringify({ system, messages, output });
}

/** A structured turn is stored as prose and as the structure it was made from. */
export type SpokenTurn = Pick<Turn, "text" | "critique" | "answer" | "conclusion">;

/** What the speaker was shown. */
export interface Heard {
  config: DebateConfig;
  turns: Turn[];
  /** Its last reply was refused. */
  wasRefused: boolean;
}

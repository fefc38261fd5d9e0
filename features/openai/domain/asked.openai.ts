/** What a client of OpenAI's wire format asked for: stored beside the debate that answers it. */
import { kindOfOne } from "../../../domain/play/records/kind.ts";

export const VERBOSITIES = ["low", "medium", "high"] as const;

/** One text of a conversation. */
export interface Said {
  /** `tool`: what a tool answered, in a conversation that had some. */
  role: "system" | "developer" | "user" | "assistant" | "tool";
  text: string;
  /** What else it had, such as pictures: they are left out. */
  others?: string[];
}

export interface Asked {
  /** Which of the two interfaces it came by. */
  by: "chat" | "responses";
  /** As the client named it. */
  model: string;
  /** What was sent with this request, without what earlier ones had sent. */
  input: Said[];
  instructions: string | null;
  /** The id of the response that this one continues. */
  previous: string | null;
  metadata: Record<string, string>;
  verbosity: (typeof VERBOSITIES)[number];
  /** `json_schema`: the debate's `output` is the answer. */
  format: { type: "text" } | { type: "json_object" } | { type: "json_schema"; name: string; schema: object };
  background: boolean;
  /** The client asked for it to be cancelled. */
  isCancelled?: true;
}

export const ASKED = kindOfOne<Asked>("request in OpenAI's format", "OPENAI");

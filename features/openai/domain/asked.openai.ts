/** What a client of OpenAI's wire format asked for: stored beside the debate that answers it. */
import { kindOfOne } from "../../../domain/play/records/kind.ts";
import type { Said } from "../../../domain/rules/request/conversation.request.ts";

import type { FusionAsked } from "./fusion.openai.ts";

export const VERBOSITIES = ["low", "medium", "high"] as const;

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
  /** Progress comes as messages, in the place of a summary of reasoning. */
  commentary?: true;
  /** It is a council in OpenRouter's words, and so is the answer. */
  fusion?: FusionAsked;
  /** The client asked for it to be cancelled. */
  isCancelled?: true;
}

export const ASKED = kindOfOne<Asked>("request in OpenAI's format", "OPENAI");

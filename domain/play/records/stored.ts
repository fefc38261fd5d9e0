/** Values that only the store sees in this form. */

import type { TemplateHit } from "../../rules/templates/retrieval.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Question } from "../../shapes/schemas/questions.schema.ts";
import type { Bill } from "../../shapes/schemas/spend.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { WebhookOff } from "../../shapes/schemas/webhook.schema.ts";
import type { EventPayloads } from "../events/events.ts";

/** What one participant asked in one collection, before it is merged with what the others asked. */
export interface Collection extends Omit<Bill, "attempt"> {
  generation: number;
  iteration: number;
  participantId: string;
  questions: string[];
}

/** An answer is a record of its own. */
export type StoredQuestion = Omit<Question, "answer" | "answeredAt">;

export interface StoredAnswer {
  questionId: string;
  answer: string;
  at: string;
}

/** A reply of a model that asked for tools: bought once, whatever becomes of its turn. */
export interface StoredReply {
  /** Of the turn or the act. */
  id: string;
  /** Its place among the replies, from 1. */
  number: number;
  /** The attempt that bought it. */
  attempt: number;
  /** As the activity had it. */
  reply: unknown;
}

/** A call of a tool that has begun. Whoever finds it without an outcome does not make it again. */
export interface StoredCall {
  id: string;
  /** Drawn by whoever began it. */
  token: string;
}

/** What came of a call of a tool. */
export interface StoredOutcome {
  use: ToolUse;
  /** What the model is told. */
  answer: string;
  exhibits: Exhibit[];
  /** Why the tool's server could not be reached; left out: it was. */
  unreachable?: string;
}

/** The templates that a search returned, with their texts. */
export type Retrieval = Omit<EventPayloads["retrieval.completed"], "items" | "latencyMs"> & { items: TemplateHit[] };

/** A debate's webhook; its secret leaves the store for signing only. */
export interface StoredWebhook {
  url: string;
  /** null: all but `turn.delta`. */
  events: string[] | null;
  secret: string;
  /** When it was set, ISO 8601. */
  at: string;
  /** Nothing more is delivered. */
  off: { at: string; why: WebhookOff } | null;
}

/** A share: SHA-256 of its token in hexadecimal digits, never the token. Times are ISO 8601. */
export interface StoredShare {
  id: string;
  hash: string;
  createdAt: string;
  expiresAt: string;
}

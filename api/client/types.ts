/** The client's types: those of the domain, as they look from outside. */
import type { z } from "zod";
import type { EventPayloads, EventType } from "../../domain/events/events.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import type { Status } from "../../domain/lifecycle.ts";
import type { DebateRequest } from "../../domain/request/debate-request.ts";
import type { Debate, FormatName } from "../../domain/schemas/debate.ts";

type WholeRequest = z.input<typeof DebateRequest>;
/** The request of `create`. Fields with a default are optional; with `start: false` all are. */
export type NewDebate = WholeRequest | (Partial<WholeRequest> & { start: false });

/** The request of `rejudge`. */
export type NewJudge = NonNullable<WholeRequest["judge"]>;

/** An event on the wire: its payload is beside its id. */
export type DebateEvent = { [K in EventType]: { id: number; type: K; at: string } & EventPayloads[K] }[EventType];

/** A debate as lists show it. */
export type DebateSummary = Pick<
  Debate,
  | "id"
  | "version"
  | "topic"
  | "format"
  | "tags"
  | "demo"
  | "status"
  | "phase"
  | "round"
  | "maxRounds"
  | "links"
  | "createdAt"
  | "startedAt"
  | "completedAt"
> & {
  participants: Pick<Debate["participants"][number], "id" | "name" | "model">[];
  cost: Pick<Debate["cost"], "totalUsd">;
};

export interface DebatePage {
  items: DebateSummary[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

export interface DebateQuery {
  status?: Status;
  format?: FormatName;
  /** Several: debates that have all of them. */
  tag?: string | string[];
  /** Words that must all occur in the topic, tags, participants' names or id. A page may then have fewer debates. */
  q?: string;
  /** By creation. Default: `newest`. */
  sort?: "newest" | "oldest";
  /** Debates of a page, 1–100. Default: 20. */
  limit?: number;
  cursor?: string;
}

/** The models; `GET /v1/models` has more. */
export interface ModelList {
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  /** Whom a debate takes that names no participants and no judge. */
  usual: { speakers: string[]; judge: string };
  providers: { id: string; isAuthenticated: boolean; demo: boolean; defaultModel: string | null }[];
}

/** A link that lets anybody read one debate. Times are ISO 8601. */
export interface Share {
  id: string;
  createdAt: string;
  expiresAt: string;
}

/** The formats of a transcript. */
export interface Transcripts {
  json: TranscriptExport;
  markdown: string;
  html: string;
}

export type { Answer } from "../../domain/clarifications/questions.ts";
export type { Estimates } from "../../domain/estimates/schema.ts";
export type { EventType } from "../../domain/events/events.ts";
export type { TranscriptExport } from "../../domain/export/transcript.ts";
export type { Command, Status } from "../../domain/lifecycle.ts";
export type { Rejudgement } from "../../domain/rejudgement/rejudgement.ts";
export type { Assessment } from "../../domain/schemas/assessment.ts";
export type { Debate, FormatName } from "../../domain/schemas/debate.ts";
export type { Result } from "../../domain/schemas/result.ts";
export type { Turn } from "../../domain/schemas/turn.ts";

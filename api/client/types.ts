/** The client's types: those of the domain, as they look from outside. */
import type { z } from "zod";
import type { EventPayloads, EventType } from "../../domain/events.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import type { Status } from "../../domain/lifecycle.ts";
import type { DebateRequest } from "../../domain/request.ts";
import type { Debate, FormatName } from "../../domain/schemas/debate.ts";

type WholeRequest = z.input<typeof DebateRequest>;
/** What `create` takes: fields with a default may be missing, and with `start: false` any field may. */
export type NewDebate = WholeRequest | (Partial<WholeRequest> & { start: false });

/** What `rejudge` takes. */
export type NewJudge = NonNullable<WholeRequest["judge"]>;

/** An event as it comes over the wire: its payload stands beside its id. */
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
  tag?: string;
  /** Debates of a page, 1–100; 20 unless told. */
  limit?: number;
  cursor?: string;
}

/** Which models there are; `GET /v1/models` has more. */
export interface ModelList {
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  providers: { id: string; isAuthenticated: boolean; demo: boolean; defaultModel: string | null }[];
}

/** What a transcript can be had as. */
export interface Transcripts {
  json: TranscriptExport;
  markdown: string;
  html: string;
}

export type { Estimates } from "../../domain/estimates/schema.ts";
export type { EventType } from "../../domain/events.ts";
export type { TranscriptExport } from "../../domain/export/transcript.ts";
export type { Command, Status } from "../../domain/lifecycle.ts";
export type { Answer } from "../../domain/questions.ts";
export type { Rejudgement } from "../../domain/rejudgement.ts";
export type { Assessment } from "../../domain/schemas/assessment.ts";
export type { Debate, FormatName } from "../../domain/schemas/debate.ts";
export type { Result } from "../../domain/schemas/result.ts";
export type { Turn } from "../../domain/schemas/turn.ts";

/** The client's types: those of the domain, as they look from outside. */
import type { z } from "zod";
import type { EventPayloads, EventType } from "../../domain/events/events.ts";
import type { InspectLog } from "../../domain/export/inspect.ts";
import type { ModelCallLine } from "../../domain/export/model-call.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import type { Status } from "../../domain/lifecycle.ts";
import type { DebateRequest } from "../../domain/request/debate-request.ts";
import type { Debate, FormatName } from "../../domain/schemas/debate.ts";

type WholeRequest = z.input<typeof DebateRequest>;
/** The request of `create`. Fields with a default are optional; with `start: false` all are. */
export type NewDebate = WholeRequest | (Partial<WholeRequest> & { start: false });

/** The request that a debate was made from: a draft's may be incomplete. */
export type StoredRequest = Partial<Omit<WholeRequest, "start" | "webhook">>;

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
  /** How it ended: the winner's id (null: nobody), or the side that wins; null while there is no result. */
  outcome: {
    type: "verdict" | "solution" | "answer" | "unjudged";
    winner?: string | null;
    side?: "for" | "against";
    /** The first sentence of the conclusion's answer. */
    answer?: string;
  } | null;
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

/** The providers and their known models. */
export interface ModelList {
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  /** Whom a debate takes that names no participants and no judge. */
  usual: { speakers: string[]; judge: string };
  providers: {
    id: string;
    name: string;
    /** The environment variable with its key. */
    keyVariable: string | null;
    isAuthenticated: boolean;
    demo: boolean;
    defaultModel: string | null;
  }[];
  items: Model[];
}

export interface Model {
  id: string;
  provider: string;
  /** Its provider has a key, or needs none. */
  isAvailable: boolean;
  /** USD per million tokens; null when unknown. */
  priceUsdPerMTok: { input: number; cachedInput: number | null; output: number } | null;
  /** Tokens; null when unknown. */
  contextWindow: number | null;
}

/** The request of `fork`. */
export interface NewFork {
  /** The last round that both share; 0 starts over with the assigned positions. */
  afterRound: number;
  /** A JSON merge patch (RFC 7396) of the original's request. */
  changes?: Record<string, unknown>;
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
  /** A log of Inspect AI: EvalLog, version 2. */
  inspect: InspectLog;
  /** One for each turn that a model said. */
  jsonl: ModelCallLine[];
}

export type { Comparison } from "../../domain/branches/compare.ts";
export type { Answer } from "../../domain/clarifications/questions.ts";
export type { Estimates } from "../../domain/estimates/schema.ts";
export type { EventType } from "../../domain/events/events.ts";
export type { InspectLog } from "../../domain/export/inspect.ts";
export type { ModelCallLine } from "../../domain/export/model-call.ts";
export type { TranscriptExport } from "../../domain/export/transcript.ts";
export type { KnownOutcome } from "../../domain/known-outcome.ts";
export type { Command, Status } from "../../domain/lifecycle.ts";
export type { Rating } from "../../domain/rating.ts";
export type { Ratings } from "../../domain/ratings/schema.ts";
export type { Rejudgement } from "../../domain/rejudgement/rejudgement.ts";
export type { Assessment } from "../../domain/schemas/assessment.ts";
export type { Conclusion } from "../../domain/schemas/conclusion.ts";
export type { ControlArm } from "../../domain/schemas/control-arm.ts";
export type { Debate, FormatName } from "../../domain/schemas/debate.ts";
export type { Result } from "../../domain/schemas/result.ts";
export type { Turn } from "../../domain/schemas/turn.ts";
export type { AudienceResult } from "../../domain/schemas/vote.ts";

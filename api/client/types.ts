/** The client's types: those of the domain, as they look from outside. */
import type { Wire } from "./wire.ts";

type WholeRequest = Wire["NewDebateRequest"];
/** The request of `create`. Fields with a default are optional; with `start: false` all are. */
export type NewDebate = WholeRequest | (Partial<WholeRequest> & { start: false });

/** The request that a debate was made from: a draft's may be incomplete. */
export type StoredRequest = Partial<Omit<WholeRequest, "start" | "webhook">>;

/** The request of `rejudge`. */
export type NewJudge = NonNullable<WholeRequest["judge"]>;

export type EventType = keyof Wire["EventPayloads"];
/** An event on the wire: its payload is beside its id. */
export type DebateEvent = {
  [K in EventType]: { id: number; type: K; at: string } & Wire["EventPayloads"][K];
}[EventType];

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
    type: "verdict" | "solution" | "answer" | "plurality" | "council" | "unjudged";
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
    /** Its own web search, for `tools`; null: it has none. */
    search: { blocks: boolean } | null;
  }[];
  /** Names of the MCP servers that the operator has configured, for `tools`. */
  servers: string[];
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
  /** It takes images. */
  images: boolean;
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
  /** With hashes, prompts and the install's signature. */
  receipt: TranscriptExport;
}

export type Answer = Wire["Answer"];
export type Assessment = Wire["Assessment"];
export type AudienceResult = Wire["AudienceResult"];
export type Command = Wire["Command"];
export type Comparison = Wire["Comparison"];
export type Conclusion = Wire["Conclusion"];
export type ControlArm = Wire["ControlArm"];
export type Debate = Wire["Debate"];
export type Estimates = Wire["Estimates"];
export type FormatName = Wire["FormatName"];
export type InspectLog = Wire["InspectLog"];
export type KnownOutcome = Wire["KnownOutcome"];
export type ModelCallLine = Wire["ModelCallLine"];
export type OwnQuota = Wire["OwnQuota"];
export type Rating = Wire["Rating"];
export type Ratings = Wire["Ratings"];
export type RelatedDebates = Wire["RelatedDebates"];
export type Rejudgement = Wire["Rejudgement"];
export type Result = Wire["Result"];
export type Status = Wire["Status"];
export type TranscriptExport = Wire["TranscriptExport"];
export type Turn = Wire["Turn"];

/** The client's types: those of the domain, as they look from outside. */
import type { PageQuery } from "./query.client.ts";
import type { Wire } from "./wire.client.ts";

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

/** A page of debates as lists show them; `nextCursor` is null on the last one. */
export type DebatePage = Wire["DebateList"];
export type DebateSummary = Wire["DebateSummary"];

/** `q`: words that must all occur in the topic, tags, participants' names or id. `sort`: by creation, the newest first unless it says `oldest`. */
export type DebateQuery = Partial<Omit<Wire["DebateFilter"], "tag">> & PageQuery & { tag?: string | string[] };

/** The providers and their known models. */
export type ModelList = Wire["ModelCatalogue"];
export type Model = ModelList["items"][number];

/** The request of `fork`. */
export type NewFork = Wire["NewFork"];
/** The request of `decide`. */
export type Choice = Wire["NewChoice"];

/** A link that lets anybody read one debate. */
export type Share = Wire["Share"];

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

export type AcceptedCommand = Wire["AcceptedCommand"];
export type Answer = Wire["Answer"];
export type Assessment = Wire["Assessment"];
export type AudienceResult = Wire["AudienceResult"];
export type Calibration = Wire["Calibration"];
export type Command = Wire["Command"];
export type Comparison = Wire["Comparison"];
export type Conclusion = Wire["Conclusion"];
export type ControlArm = Wire["ControlArm"];
export type Debate = Wire["Debate"];
export type EarnedLevels = Wire["EarnedLevels"];
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

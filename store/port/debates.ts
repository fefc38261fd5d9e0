/** What is stored of a debate beside its log. */
import type { DebateConfig, JudgeConfig } from "../../domain/config.ts";
import type { DebateState } from "../../domain/debate-state.ts";
import type { Decision } from "../../domain/decision.ts";
import type { EventPayloads, LogEvent } from "../../domain/events.ts";
import type { Question } from "../../domain/questions.ts";
import type { Rating } from "../../domain/rating.ts";
import type { Rejudgement } from "../../domain/rejudgement.ts";
import type { TemplateHit } from "../../domain/retrieval.ts";
import type { Assessment } from "../../domain/schemas/assessment.ts";
import type { CastBallot } from "../../domain/schemas/ballot.ts";
import type { Debate } from "../../domain/schemas/debate.ts";
import type { Evaluation } from "../../domain/schemas/evaluation.ts";
import type { Usage } from "../../domain/schemas/spend.ts";
import type { Summary } from "../../domain/schemas/summary.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import type { Vote } from "../../domain/schemas/vote.ts";

export interface DebateKey {
  tenant: string;
  debateId: string;
  /** Of its configuration, for `getConfig`; left out: the one that it was created with. */
  revision?: string;
  /** Whose positions were assigned, for `getConfig` and positions themselves; left out: 1; 0: without any. */
  generation?: number;
}

/** META: written once by the API, then only by activities on the workflow's behalf. */
export interface DebateRecord {
  tenant: string;
  id: string;
  /** Grows by one or more with every change of `state`. */
  version: number;
  config: DebateConfig;
  state: DebateState;
  createdAt: string;
  /** Ids of the debates that were forked from it, in their order; missing when there are none. */
  forks?: string[];
  /** `<id>:<status>` of its rejudgements, also those that are past; missing when there are none. */
  rejudged?: string[];
  /** When META was last written, milliseconds since 1970. The store sets it. */
  touchedAt?: number;
}

/** A place in the sweep's list; the list is not in order of time. */
export type OpenPlace = [shard: number, after: string | null];

/** The debates of all tenants that are not over, and a few that are. */
export interface OpenDebates {
  list(input: { after: OpenPlace | null; limit: number }): Promise<{
    /** `registeredAt` in milliseconds since 1970. */
    debates: (DebateKey & { registeredAt: number; marked: boolean })[];
    next: OpenPlace | null;
  }>;
  forget(key: DebateKey): Promise<void>;
}

/** Text deltas of debates that are over. */
export interface Deltas {
  /** Debates that may have some left; `registeredAt` is their end, `marked` are those whose deltas expire by themselves. */
  list: OpenDebates["list"];
  /** Lets them expire, in seconds since 1970: from then on no reader gets them. May be repeated. */
  expire(key: DebateKey, expiresAt: number): Promise<void>;
  /** Removes them, and the debate from the list. May be repeated. */
  drop(key: DebateKey): Promise<void>;
}

/** What lists show: META without long texts. */
export interface DebateListing {
  records: DebateRecord[];
  /** Opaque place to go on from; null at the end. `api/` signs it before it leaves. */
  next: string | null;
}

export interface ListQuery {
  tenant: string;
  limit: number;
  status?: string;
  format?: string;
  tag?: string;
  after?: string;
}

/** What one participant asked in one collection, before it is merged with what the others asked. */
export interface Collection {
  generation: number;
  iteration: number;
  participantId: string;
  questions: string[];
  usage: Usage;
  costUsd: number | null;
  latencyMs: number;
  at: string;
}

export interface StoredAnswer {
  questionId: string;
  answer: string;
  at: string;
}

/** A turn's embedding; `key` says of which model and text it is. */
export interface TurnVector {
  turnId: string;
  key: string;
  vector: Float32Array;
}

/** What a search for reasoning templates has brought, texts included. */
export type Retrieval = Omit<EventPayloads["retrieval.completed"], "items" | "latencyMs"> & { items: TemplateHit[] };

/** A debate that was exported elsewhere. */
export interface DebateImport {
  record: DebateRecord;
  /** As the export shows it. */
  view: Debate;
  turns: Turn[];
  assessments: Assessment[];
  votes: Vote[];
  ballots: CastBallot[];
  summaries: Summary[];
  evaluations: Evaluation[];
  questions: Question[];
  decisions: Decision[];
  rating: Rating | null;
  rejudgements?: Rejudgement[];
  /** Texts of interjections. */
  notes: { note: string; text: string }[];
  /** They keep their ids. */
  events: LogEvent[];
}

/** What a fork takes over from its original. Its events are numbered from 1. */
export interface DebatePrefix
  extends Pick<
    DebateImport,
    "turns" | "assessments" | "votes" | "summaries" | "evaluations" | "questions" | "decisions" | "notes" | "events"
  > {
  retrieval: Retrieval | null;
}

/** A rejudgement with what made it. */
export interface StoredRejudgement {
  rejudgement: Rejudgement;
  /** Left out by imported ones: nothing of ours ran for them. */
  run?: {
    workflowId: string;
    judge: JudgeConfig;
    /** SHA-256 of the request's Idempotency-Key, where it had one. */
    keyHash?: string;
  };
}

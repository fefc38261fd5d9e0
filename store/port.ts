/**
 * What Parley asks of a store. One implementation, `createStore` over a DynamoDB table, on every engine that speaks
 * DynamoDB's protocol; `tests/store` holds the contract.
 */
import type { ApiKey } from "../domain/api-keys.ts";
import type { DebateConfig, JudgeConfig } from "../domain/config.ts";
import type { Decision } from "../domain/decision.ts";
import type { DraftEvent, EventPayloads, LogEvent } from "../domain/events.ts";
import type { DebateState, Horizon } from "../domain/plan.ts";
import type { StoredPositions } from "../domain/positions.ts";
import type { Question } from "../domain/questions.ts";
import type { Rating } from "../domain/rating.ts";
import type { Rejudgement } from "../domain/rejudgement.ts";
import type { TemplateHit } from "../domain/retrieval.ts";
import type { Assessment } from "../domain/schemas/assessment.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import type { Evaluation } from "../domain/schemas/evaluation.ts";
import type { Result } from "../domain/schemas/result.ts";
import type { Usage } from "../domain/schemas/spend.ts";
import type { Summary } from "../domain/schemas/summary.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { Vote } from "../domain/schemas/vote.ts";
import type { Template } from "../domain/templates/template.ts";
import type { WebhookDelivery, WebhookOff } from "../domain/webhooks/webhook.ts";

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

/** An event with the key that makes its append idempotent: `<turnId>/<attempt>/<n>` or `w/<n>`. */
export interface KeyedEvent {
  key: string;
  event: DraftEvent;
}

export interface AppendInput {
  debate: DebateKey;
  /** A log id that was written before any of these keys could have been; 0 for none. */
  since: number;
  events: KeyedEvent[];
}

export interface AppendResult {
  /** The last id of the item that holds the last of these events. */
  head: number;
  /** Keys that stood in the log already (also those of this call's own put whose answer was lost). */
  known: string[];
}

export interface LogPage {
  events: LogEvent[];
  /** True when the last event of the log is terminal and stands in this page or before it. */
  terminal: boolean;
}

export interface EventLog {
  append(input: AppendInput): Promise<AppendResult>;
  /** Events with ids above `after`, in order, at most `limit`. Consistent. */
  read(input: { debate: DebateKey; after: number; limit: number }): Promise<LogPage>;
  /**
   * All events above `after`, then new ones as they are written, until the terminal one or until `signal` aborts.
   * One tail per debate and process feeds all its followers.
   */
  follow(input: { debate: DebateKey; after: number; signal: AbortSignal }): AsyncIterable<LogEvent>;
  /** The events of these keys that stand in it above `since`. */
  standing(input: { debate: DebateKey; since: number; keys: string[] }): Promise<{ key: string; event: LogEvent }[]>;
  /** It has its terminal event. */
  isOver(debate: DebateKey): Promise<boolean>;
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

/** An owner's own template. */
export type OwnTemplate = Omit<Template, "builtIn">;

/** A template's embedding, own or built in; `key` says of which model and text it is. */
export interface StoredVector {
  templateId: string;
  key: string;
  vector: Float32Array;
}

/** A turn's embedding; `key` says of which model and text it is. */
export interface TurnVector {
  turnId: string;
  key: string;
  vector: Float32Array;
}

/** Owners' templates, and the vectors of all templates that their tenant has searched. */
export interface TemplateStore {
  /** False when there is another one with this id. */
  create(tenant: string, template: OwnTemplate): Promise<boolean>;
  get(tenant: string, id: string): Promise<OwnTemplate | null>;
  /** False when there is none with this id. */
  replace(tenant: string, template: OwnTemplate): Promise<boolean>;
  /** Removes its vector too. */
  remove(tenant: string, id: string): Promise<void>;
  /** By id; `next` is the id to pass as `after`, null at the end. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{
    templates: OwnTemplate[];
    next: string | null;
  }>;
  listAll(tenant: string): Promise<OwnTemplate[]>;
  putVectors(tenant: string, vectors: StoredVector[]): Promise<void>;
  listVectors(tenant: string): Promise<StoredVector[]>;
}

/** A key as it is stored: SHA-256 of the whole key in hexadecimal digits, never the key. */
export type StoredApiKey = ApiKey & { hash: string };

/** Keys of all tenants, and how often they were used lately. */
export interface ApiKeyStore {
  /** True once any key was ever put, in whatever process; it stays true when all are revoked. */
  isInUse(): Promise<boolean>;
  /** False when there is another one with this id. */
  create(key: StoredApiKey): Promise<boolean>;
  get(id: string): Promise<StoredApiKey | null>;
  /** A tenant's keys, newest first, also those that are revoked; over an index that may be late by a moment. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{
    keys: StoredApiKey[];
    next: string | null;
  }>;
  /** The first revocation stays; false when there is no such key. */
  revoke(input: { id: string; at: string }): Promise<boolean>;
  /** Counts one more request of a window and returns their number; the count goes some time after `endsAt`. */
  count(input: { id: string; window: string; endsAt: Date }): Promise<number>;
}

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

/** Webhooks and their deliveries, which stand apart from all that is exported. */
export interface WebhookStore {
  put(key: DebateKey, webhook: StoredWebhook): Promise<void>;
  get(key: DebateKey): Promise<StoredWebhook | null>;
  /** Replaces what is kept of this event's delivery. */
  putDelivery(key: DebateKey, delivery: WebhookDelivery): Promise<void>;
  getDelivery(key: DebateKey, eventId: number): Promise<WebhookDelivery | null>;
  /** Newest first, those of events below `before`. */
  listDeliveries(input: { debate: DebateKey; limit: number; before?: number }): Promise<{
    deliveries: WebhookDelivery[];
    /** To pass as `before`; null at the end. */
    next: number | null;
  }>;
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

/** An answer as it is given again: the headers that belong to it and its text. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
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

/** A request's hold on its Idempotency-Key: nobody else works on it meanwhile. */
export interface Lease {
  tenant: string;
  key: string;
  token: string;
  /** Seconds since 1970: when the whole record is forgotten. */
  expiresAt: number;
  /** The debate that an earlier holder was about to make. */
  debateId: string | null;
}

export interface ClaimInput {
  tenant: string;
  key: string;
  /** Of the request: another one under the same key is refused. */
  fingerprint: string;
  /** Now, milliseconds since 1970. */
  at: number;
  leaseMs: number;
}

export type Claim =
  | { kind: "leased"; lease: Lease }
  | { kind: "busy" }
  | { kind: "answered"; answer: KeptAnswer }
  | { kind: "reused" };

/** Kept for 24 hours. What answers a boolean is false when another holder has taken over the lapsed lease. */
export interface IdempotencyStore {
  claim(input: ClaimInput): Promise<Claim>;
  /** `until` in milliseconds since 1970. */
  renew(lease: Lease, until: number): Promise<boolean>;
  /** Remembers the debate that the request is about, so that erasing the one erases the other. */
  bind(lease: Lease, debateId: string): Promise<boolean>;
  answer(lease: Lease, answer: KeptAnswer): Promise<boolean>;
  /** Lets the next request with this key work at once. */
  release(lease: Lease): Promise<void>;
}

export interface Store {
  log: EventLog;
  templates: TemplateStore;
  apiKeys: ApiKeyStore;
  idempotency: IdempotencyStore;
  webhooks: WebhookStore;
  openDebates: OpenDebates;
  deltas: Deltas;
  /** Creates CONFIG, then META if absent. False when the debate exists. */
  createDebate(record: DebateRecord): Promise<boolean>;
  /** Removes a debate whose workflow never started. */
  discardDebate(key: DebateKey): Promise<void>;
  /** Removes everything of a debate that is over, its idempotency records too, META last: it may be repeated. */
  eraseDebate(key: DebateKey): Promise<void>;
  getDebate(key: DebateKey): Promise<DebateRecord | null>;
  /** Stores a whole debate, META last. False when the debate exists, or another export of it is being imported. */
  importDebate(debate: DebateImport): Promise<boolean>;
  /** Copies a prefix under the id of a new debate and creates it, META last. False when the debate exists. */
  forkDebate(record: DebateRecord, prefix: DebatePrefix): Promise<boolean>;
  /** Notes a fork at its original, or forgets it. Nothing happens when the original is gone. */
  addFork(original: DebateKey, forkId: string): Promise<void>;
  removeFork(original: DebateKey, forkId: string): Promise<void>;
  /** An imported debate as its export shows it. */
  getImported(key: DebateKey): Promise<Debate | null>;
  /** With the positions that were assigned, once they are. */
  getConfig(key: DebateKey): Promise<DebateConfig | null>;
  /** Keeps another configuration of a debate and tells its revision; it is in force once a state names it. */
  putConfig(key: DebateKey, config: DebateConfig): Promise<string>;
  /** Writes the state, and the configuration that it names, unless a version at least as new is stored. */
  putState(input: DebateKey & { version: number; state: DebateState }): Promise<void>;
  /**
   * Ends a debate whose workflow can write no more: as its log says, which is ended too where it was not. Nothing
   * changes META after that. May be repeated, and be done by several at once.
   */
  endOrphan(key: DebateKey, ending: { at: string; reason: string }): Promise<void>;
  listDebates(query: ListQuery): Promise<DebateListing>;
  /** Puts a finished turn if absent; the loser of a race gets the stored one. */
  putTurn(key: DebateKey, turn: Turn): Promise<Turn>;
  getTurn(key: DebateKey, turnId: string): Promise<Turn | null>;
  /**
   * The turns of a generation in their order, or those of the rounds from 1 on before a place. Who knows how many stand before it (`count`)
   * spares a process that holds them all the reading: a turn that is there never changes.
   */
  listTurns(key: DebateKey, generation: number, before?: Horizon): Promise<Turn[]>;
  /** Puts what was assigned if absent; the loser of a race gets what is stored. */
  putPositions(key: DebateKey, positions: StoredPositions): Promise<StoredPositions>;
  getPositions(key: DebateKey): Promise<StoredPositions | null>;
  putAssessment(key: DebateKey, assessment: Assessment): Promise<Assessment>;
  getAssessment(key: DebateKey, assessment: Pick<Assessment, "id" | "round">): Promise<Assessment | null>;
  /** The assessments of a generation, or those of the rounds before one; `count` as above. */
  listAssessments(key: DebateKey, generation: number, before?: { round: number; count: number }): Promise<Assessment[]>;
  /** Replaces those of the same turns. */
  putTurnVectors(key: DebateKey, vectors: TurnVector[]): Promise<void>;
  /** Those of all generations. */
  listTurnVectors(key: DebateKey): Promise<TurnVector[]>;
  putVote(key: DebateKey, vote: Vote): Promise<Vote>;
  /** The votes on the motion of a generation. */
  listVotes(key: DebateKey, generation: number): Promise<Vote[]>;
  /** Ballots are put once and listed by generation, as votes are. */
  putBallot(key: DebateKey, ballot: CastBallot): Promise<CastBallot>;
  listBallots(key: DebateKey, generation: number): Promise<CastBallot[]>;
  putSummary(key: DebateKey, summary: Summary): Promise<Summary>;
  getSummary(key: DebateKey, summary: Pick<Summary, "id" | "round">): Promise<Summary | null>;
  listSummaries(key: DebateKey, generation: number): Promise<Summary[]>;
  putEvaluation(key: DebateKey, evaluation: Evaluation): Promise<Evaluation>;
  getEvaluation(key: DebateKey, evaluation: Pick<Evaluation, "id" | "round">): Promise<Evaluation | null>;
  listEvaluations(key: DebateKey, generation: number): Promise<Evaluation[]>;
  putResult(key: DebateKey, generation: number, result: Result): Promise<Result>;
  getResult(key: DebateKey, generation: number): Promise<Result | null>;
  /** These are put if absent, as turns are; the loser of a race gets the stored one. */
  putCollection(key: DebateKey, collection: Collection): Promise<Collection>;
  getCollection(
    key: DebateKey,
    of: Pick<Collection, "generation" | "iteration" | "participantId">,
  ): Promise<Collection | null>;
  listCollections(key: DebateKey, of: Pick<Collection, "generation" | "iteration">): Promise<Collection[]>;
  putQuestion(key: DebateKey, generation: number, question: Question): Promise<Omit<Question, "answer" | "answeredAt">>;
  putAnswer(key: DebateKey, generation: number, answer: StoredAnswer): Promise<StoredAnswer>;
  /** All questions of a generation in the order they were asked, with their answers. */
  listQuestions(key: DebateKey, generation: number): Promise<Question[]>;
  /** Puts what was retrieved if absent; the loser of a race gets the stored one. */
  putRetrieval(key: DebateKey, generation: number, retrieval: Retrieval): Promise<Retrieval>;
  /** null when nothing was looked up in this generation. */
  getTemplates(key: DebateKey, generation: number): Promise<TemplateHit[] | null>;
  /** Replaces the rating before it. */
  putRating(key: DebateKey, rating: Rating): Promise<void>;
  getRating(key: DebateKey): Promise<Rating | null>;
  /** The text of an interjection, before it has its place. Put once. */
  putNote(key: DebateKey, note: string, text: string): Promise<void>;
  getNote(key: DebateKey, note: string): Promise<string | null>;
  /** Put when it is asked, and replaced when it is made. */
  putDecision(key: DebateKey, generation: number, decision: Decision): Promise<void>;
  /** In the order in which they were asked. */
  listDecisions(key: DebateKey, generation: number): Promise<Decision[]>;
  /** Keeps a new one, and tells META; false when there is one with this id. */
  addRejudgement(key: DebateKey, stored: StoredRejudgement): Promise<boolean>;
  /** Replaces it by what came of it; nothing happens when the debate is gone. */
  endRejudgement(key: DebateKey, stored: StoredRejudgement): Promise<void>;
  /** Takes back one whose workflow never started. */
  dropRejudgement(key: DebateKey, id: string): Promise<void>;
  /** In the order in which they were asked for. */
  listRejudgements(key: DebateKey): Promise<StoredRejudgement[]>;
  /** Puts a ballot of a rejudgement if absent; the loser of a race gets the stored one. */
  putRejudgeBallot(key: DebateKey, id: string, ballot: CastBallot): Promise<CastBallot>;
  listRejudgeBallots(key: DebateKey, id: string): Promise<CastBallot[]>;
  /** Throws when the engine does not answer. */
  ping(): Promise<void>;
}

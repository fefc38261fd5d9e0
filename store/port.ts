/**
 * What Parley asks of a store. One implementation, `createStore` over a DynamoDB table, on every engine that speaks
 * DynamoDB's protocol; `tests/store` holds the contract.
 */
import type { DebateConfig } from "../domain/config.ts";
import type { DebateState, Horizon } from "../domain/debate-state.ts";
import type { Decision } from "../domain/decision.ts";
import type { StoredPositions } from "../domain/positions.ts";
import type { Question } from "../domain/questions.ts";
import type { Rating } from "../domain/rating.ts";
import type { TemplateHit } from "../domain/retrieval.ts";
import type { Assessment } from "../domain/schemas/assessment.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import type { Evaluation } from "../domain/schemas/evaluation.ts";
import type { Result } from "../domain/schemas/result.ts";
import type { Summary } from "../domain/schemas/summary.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { Vote } from "../domain/schemas/vote.ts";
import type { ApiKeyStore } from "./port/api-keys.ts";
import type {
  Collection,
  DebateImport,
  DebateKey,
  DebateListing,
  DebatePrefix,
  DebateRecord,
  Deltas,
  ListQuery,
  OpenDebates,
  Retrieval,
  StoredAnswer,
  StoredRejudgement,
  TurnVector,
} from "./port/debates.ts";
import type { IdempotencyStore } from "./port/idempotency.ts";
import type { EventLog } from "./port/log.ts";
import type { TemplateStore } from "./port/templates.ts";
import type { WebhookStore } from "./port/webhooks.ts";

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

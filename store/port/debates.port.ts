/** Debates, their configurations and lists. */

import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { OfDebate } from "../../domain/play/records/kind.ts";
import type { Retrieval } from "../../domain/play/records/stored.ts";
import type { DebateConfig, JudgeConfig, ParticipantConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { CheckedClaims, ConfirmedClaims } from "../../domain/shapes/schemas/claims.schema.ts";
import type { AloneAnswer, AnswerCount } from "../../domain/shapes/schemas/control-arm.schema.ts";
import type { Ranking } from "../../domain/shapes/schemas/council.schema.ts";
import type { Debate, ForkOrigin } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Decision } from "../../domain/shapes/schemas/decision.ts";
import type { Evaluation } from "../../domain/shapes/schemas/evaluation.schema.ts";
import type { FoundExhibit } from "../../domain/shapes/schemas/exhibit.schema.ts";
import type { KnownOutcome } from "../../domain/shapes/schemas/known-outcome.ts";
import type { Conformity, Poll } from "../../domain/shapes/schemas/poll.schema.ts";
import type { Question } from "../../domain/shapes/schemas/questions.schema.ts";
import type { Rating } from "../../domain/shapes/schemas/rating.schema.ts";
import type { Summary } from "../../domain/shapes/schemas/summary.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { Vote } from "../../domain/shapes/schemas/vote.schema.ts";
import type { DebateState, Trouble } from "../../domain/shapes/state/state.ts";

export interface DebateKey extends OfDebate {
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
  /** Ids of its twins, in their order; missing when there are none. */
  twins?: string[];
  /** `<id>:<status>` of its rejudgements, also those that are past; missing when there are none. */
  rejudged?: string[];
  /** Whether its answer came true; missing until the owner reports it. */
  knownOutcome?: KnownOutcome;
  /** When its owner acknowledged its warnings after its end, ISO 8601. `state` has it too. */
  acknowledgedAt?: string;
  /** Attempts that wait for the next one, as activities noted them; missing when there are none. */
  waits?: Wait[];
  /** When META was last written, milliseconds since 1970. The store sets it. */
  touchedAt?: number;
}

export function keyOf({ tenant, id }: Pick<DebateRecord, "tenant" | "id">): DebateKey {
  return { tenant, debateId: id };
}

/** A failed attempt whose next one is to come. The log has its event; the state learns of it when the activity ends. */
export interface Wait extends Trouble {
  participantId: string;
  generation: number;
  round: number;
}

/**
 * One more or one less of the forks, twins or rejudgements that META lists, or of the turns and acts that wait (by id);
 * or the known outcome, or a late acknowledgement.
 */
export type MetaChange =
  | ({ set: "forks" | "twins" | "rejudged" } & ({ add: string } | { remove: string }))
  | { set: "waits"; id: string; wait: Wait | null }
  | { set: "knownOutcome"; knownOutcome: KnownOutcome }
  | { set: "acknowledgedAt"; at: string };

/** What lists have of a configuration, the topic cut to 1,000 characters. */
export interface ListedConfig
  extends Pick<DebateConfig, "topic" | "format" | "tags" | "demo" | "maxRounds" | "imported" | "twinOf"> {
  forkedFrom?: Pick<ForkOrigin, "id">;
  participants: Pick<ParticipantConfig, "id" | "name" | "side" | "provider" | "model">[];
  judge: Pick<JudgeConfig, "provider" | "model" | "panel"> | null;
}

export interface ListedRecord extends Omit<DebateRecord, "config"> {
  config: ListedConfig;
}

export interface DebateListing {
  records: ListedRecord[];
  /** Opaque place to go on from; null at the end. `api/` signs it before it leaves. */
  next: string | null;
}

export interface ListQuery {
  tenant: string;
  limit: number;
  status?: string;
  format?: string;
  /** A debate must have all of them. */
  tags?: string[];
  /** From `wordsOf`; all must occur in a debate's topic, tags, participants' names or id. */
  words?: string[];
  /** The oldest first. */
  ascending?: boolean;
  after?: string;
}

/** What a new debate may have from the beginning. Its events keep their ids. */
interface Beginning {
  /** Long lists are read piece by piece. */
  turns: Iterable<Turn>;
  assessments: Iterable<Assessment>;
  votes: Vote[];
  /** In a fork's prefix: on the answers given alone, before its first round. */
  ballots: CastBallot[];
  /** Checked against the exhibits, one record of each generation at most. */
  claims: CheckedClaims[];
  confirmed: ConfirmedClaims[];
  /** The control arm's answers, and their counts. */
  alone: AloneAnswer[];
  counts: AnswerCount[];
  /** Of a council. */
  rankings?: Ranking[];
  /** That were found during the debate. */
  exhibits?: FoundExhibit[];
  /** Private answers, and what is measured of them. */
  polls: Poll[];
  conformity: Conformity[];
  summaries: Summary[];
  evaluations: Evaluation[];
  questions: Question[];
  decisions: Decision[];
  /** Texts of interjections. */
  notes: { note: string; text: string }[];
  events: Iterable<LogEvent>;
}

/** What a fork takes over from its original. Its events are numbered from 1. */
export interface DebatePrefix extends Beginning {
  events: LogEvent[];
  retrieval: Retrieval | null;
}

/** A debate that was exported elsewhere. */
export interface DebateImport extends Beginning {
  record: DebateRecord;
  /** Of the export as it was sent: an import that died is repeated with the same one. */
  digest: string;
  /** As the export shows it. */
  view: Debate;
  rating: Rating | null;
  rejudgements?: Rejudgement[];
}

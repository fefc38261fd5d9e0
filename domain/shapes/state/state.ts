/** The state of a debate: folded from its events, and all that the next step depends on. No Zod here. */

import type { ChosenModel } from "../catalogue/model-ref.ts";
import type { PromptCut } from "../context/cut-prompts.ts";
import type { SummaryRef } from "../context/horizon.ts";
import type { Room } from "../context/room.shape.ts";
import type { Place } from "../context/view.shape.ts";
import type { ActName } from "../facts.shape.ts";
import type { FaultKind } from "../faults/kinds.shape.ts";
import type { Status } from "../lifecycle.shape.ts";
import type { Amount } from "../plan/plan.ts";
import type { Assessment } from "../schemas/assessment.schema.ts";
import type { Decision } from "../schemas/decision.ts";
import type { Evaluation } from "../schemas/evaluation.schema.ts";
import type { Degradation, FaultView, Problem, Warning } from "../schemas/faults.schema.ts";
import type { ParticipantStatus } from "../schemas/participant-status.ts";
import type { Conformity } from "../schemas/poll.schema.ts";
import type { PendingAnswers } from "../schemas/questions.schema.ts";
import type { ConvergedBy, EndedBy } from "../schemas/result.schema.ts";
import type { Usage } from "../schemas/spend.schema.ts";
import type { Critique } from "../schemas/turn.schema.ts";
import type { Vote, VoteSide } from "../schemas/vote.schema.ts";
import type { ClaimCounts } from "./count-claims.ts";
import type { TurnSpec } from "./steps.ts";

/** Tokens, calls and integer micro-dollars; `costMicroUsd` is null once an unpriced call is part of the sum. */
export interface Spend extends Usage {
  costMicroUsd: number | null;
  /** The priced part of a sum whose cost is null. */
  pricedMicroUsd?: number;
}

export interface ParticipantState {
  id: string;
  status: ParticipantStatus;
  retries: number;
  spend: Spend;
  /** The models that spoke for it before, each with what it had spent until then. */
  former?: { model: string; spent: Spend }[];
  /** By the ids of its turns and acts; left out: none. */
  troubles?: Trouble[];
}

/** A failed attempt that is not made good yet. */
export interface Trouble {
  /** Of the turn or the act. */
  id: string;
  status: Extract<ParticipantStatus, "rate_limited" | "context_exceeded" | "error">;
  /** The one that failed. */
  attempt: number;
  /** When it failed, ISO 8601. */
  at: string;
  /** Milliseconds until the next attempt; null: none follows by itself. */
  waitMs: number | null;
  /** How many there can be, as things stand. */
  attempts?: number;
}

/** What later rounds need to know of an assessment. */
export interface AssessmentDigest extends Pick<Assessment, "round" | "qualityScore" | "shouldContinue" | "flags"> {
  /** Only where the code found something that later rounds must know. */
  measured?: { diminishingReturns: boolean };
}

/** A round's turns that could be measured, and how many of them repeat earlier ones. */
export interface RepetitionDigest {
  round: number;
  turns: number;
  repeating: number;
}

/** A question as the workflow knows it: the beginning of its text is for people who look at the workflow. */
export type AskedQuestion = PendingAnswers["questions"][number];

/** The progress of the clarifications. */
export interface ClarificationState {
  /** Collections that are over. */
  iterations: number;
  /** Participants whose questions of the collection under way are in. */
  collected: string[];
  /** Questions so far: they are q1, q2, … */
  total: number;
  /** The last collection's questions, while one of them is open. */
  batch: AskedQuestion[];
  /** When they were asked, ISO 8601. */
  askedAt: string | null;
  /** The last collection brought no question. */
  clear: boolean;
}

/** The place of an interjection; the store has its text under `note`. */
export interface InterjectionRef {
  id: string;
  note: string;
  round: number;
  /** Index of the turn before it; 0: before the round's first turn. */
  index: number;
  /** The only participant who is shown it. */
  to?: string;
  at: string;
}

/** Summaries, warnings and overflows so far, caused by the context windows of the debate's readers. */
export interface ContextState {
  /** The newest summary of the transcript: all readers are shown it instead of the turns up to that place. */
  summary?: SummaryRef & { until: Place };
  /** How many were asked for, failed ones included. */
  asked: number;
  failures: number;
  /** The round in which the last one failed; 0: none. */
  failedIn: number;
  /** By reader: the highest threshold, in percent, that was reported since the last summary. */
  warned: Record<string, number>;
  /** What summaries have cost, by model. */
  spent: { model: string; spend: Spend }[];
  /** Readers whose prompts did not fit, with what was decided: tokens at most, and how often. */
  forced: Record<string, { strategy: "summarize" | "truncate"; capacity: number; times: number }>;
}

/** What a dialectic debate knows beside the rest: references and numbers by participant. */
export interface DialecticState {
  /** The id of each agent's newest whole proposal or refinement. */
  standing: Record<string, string>;
  /**
   * Characters of each agent's own view (its proposals and refinements, and the critiques that it received), and of the
   * judge's, which is all of it.
   */
  views: Record<string, number>;
  summaries: Record<string, SummaryRef>;
  /** Agents whose summary was made in this round, or failed for good. */
  summarized: string[];
  /** The round whose proposals are there or under way; from round 2 on they are carried over. */
  proposedIn: number;
  /** Indexes of the round's whole turns. */
  whole: number[];
  /** The newest alone. */
  evaluations: Pick<Evaluation, "round" | "confidence" | "bestRefinement">[];
}

/** The control arm: answers before round 1 that nobody in the debate sees. */
export interface ControlArmState {
  /** Ids of the answers that were given. */
  answers: string[];
  /** The counts that were made. `unanimous`: all gave the same answer to the topic. */
  counts: { id: string; unanimous: boolean }[];
}

/** The private polls: references and numbers. */
export interface PollState {
  /** The round of the newest answers. */
  round: number;
  /** Ids of the answers of that round. */
  taken: string[];
  /** What the newest measurement found. */
  last?: Pick<Conformity, "round" | "stable" | "hollow">;
}

/** What later rounds need to know of a skeptic's turn. */
export interface CritiqueDigest extends Pick<Critique, "score" | "readyForSynthesis"> {
  round: number;
  /** How many of its issues are critical. */
  critical: number;
}

/**
 * A debate's state: references, numbers and flags, never the text of turns. It is the fold of the event log
 * (`reduce`), so a stored log arrives at the stored state.
 */
export interface DebateState {
  /** From 1; raised by `reset`. */
  generation: number;
  /** What the generations before this one have spent. */
  earlier?: Spend;
  /** The part of the totals that its experiment has bought and counts: first answers that arms share. */
  given?: Spend;
  /** Of the configuration in force; left out: the one that the debate was created with. */
  revision?: string;
  status: Status;
  /** When the status last changed, ISO 8601. */
  since: string | null;
  /** Where `resume` and `retry` go back to. */
  remembered: Status | null;
  pausing: boolean;
  phase: string | null;
  round: number;
  /** The current round is over: its closing event is in the log. */
  roundOver: boolean;
  /** The round's time limit has passed: no more turns of it are asked for. */
  roundTimedOut?: true;
  /** Indexes of the current round's turns that are over, whole or failed. */
  taken: number[];
  /** The positions that were missing are assigned. */
  positionsAssigned: boolean;
  wholeTurns: number;
  /** Whole turns of the rounds before the current one. */
  wholeBeforeRound: number;
  /** What had been spent when the current round began. */
  spentBeforeRound: Spend;
  /** Failed attempts by the id of the turn, assessment or verdict, in this round. */
  attempts: Record<string, number>;
  participants: ParticipantState[];
  judge: Spend;
  assessments: AssessmentDigest[];
  /** Only where the debate has clarifications. */
  clarification?: ClarificationState;
  /** Found in the first turn, as a BCP-47 tag, where the request names none. */
  language?: string;
  /** Votes on the motion, where the format has them. */
  votes: Pick<Vote, "id" | "when" | "vote">[];
  /** Only where the debate has one. */
  controlArm?: ControlArmState;
  /** Only where private answers were given. */
  polls?: PollState;
  /** Ids of the ballots that were cast. */
  ballots?: string[];
  /** The twin debate, where it was asked for; `id` null: there is none. */
  twin?: { id: string | null; over?: true };
  /** The claims that were checked, by what the exhibits say of them; `oneJudge`: those that one judge reads as contradicted. */
  claims?: ClaimCounts & { oneJudge?: number };
  /** A second judge has read those of them that one judge reads as contradicted. */
  claimsConfirmed?: true;
  /** Its conclusion is written; the result comes next. */
  conclusionWritten?: true;
  /** Ids of the judges' words on the written answer, in their order. Left out: nobody is asked. */
  answerReviews?: string[];
  /** The result is mapped to the request's schema. */
  outputMade?: true;
  /** Ballots that a panel does without: who did not cast them, and why. */
  spoilt?: { id: string; why: string }[];
  /** Another judge took the place of the panel, since nobody of it could be asked. */
  panelOut?: true;
  /** What the panel has spent, by model. */
  panel?: { model: string; spend: Spend }[];
  /** The newest alone. */
  critiques: CritiqueDigest[];
  /** Ids of the rankings that were cast, in a council. */
  rankings?: string[];
  /** Of the newest rounds. */
  repetition?: RepetitionDigest[];
  /** The reasoning templates were looked up, with or without success. */
  retrieved: boolean;
  problems: Problem[];
  /** How many turns of a participant were cut off at their limit of output, by its id. */
  cutOff?: Record<string, number>;
  /** The newest prompt of a participant that its server seems to have cut, by its id. */
  promptsCut?: Record<string, PromptCut>;
  /** What the last validation could not check. */
  warnings?: Warning[];
  /** The owner's, of the fault that was last retried. */
  retries: number;
  /** That fault. */
  retried?: Pick<FaultView, "participantId" | "round" | "retryCount">;
  error: FaultView | null;
  degraded: Degradation[];
  endedBy: EndedBy | null;
  /** Who found it, where a convergence ended the debate. */
  convergedBy?: ConvergedBy;
  result: ResultDigest | null;
  startedAt: string | null;
  completedAt: string | null;
  dialectic?: DialecticState;
  question?: QuestionState;
  context?: ContextState;
  interjections?: InterjectionRef[];
  /** Ids of acts that the debate does without. */
  skipped?: string[];
  /** What its owner is asked, or was asked last while it waited. */
  decision?: PendingDecisionState;
  /** They are d1, d2, … */
  decisionsAsked?: number;
  /** Who judges now, when another took the judge's place. */
  judgeModel?: ChosenModel;
  /** Who judged before, each with what all judges had spent until then. */
  formerJudges?: { model: string; spent: Spend }[];
  fallbacksUsed?: number;
  /** Its owner decided to go on without a judge. */
  withoutJudge?: true;
  /** What attempts may have cost whose end is unknown: charged in full against the limits, and no part of the totals. */
  unsettled?: Spend;
  /** One for each threshold that was crossed. */
  costWarnings?: CostWarning[];
  /** The newest of each reader and threshold. */
  contextWarnings?: ContextWarning[];
  /** Only in META: what is set aside for the calls in flight and for the conclusion. */
  reserved?: Amount;
}

interface Acknowledged {
  acknowledged: boolean;
  /** ISO 8601. */
  acknowledgedAt?: string;
}

/** The debate has spent a threshold: `spentUsd` when it was noticed. */
interface CostWarning extends Acknowledged {
  thresholdUsd: number;
  spentUsd: number;
  /** The debate's limit then; left out: none. */
  limitUsd?: number;
}

/** A prompt that takes much of its reader's window. */
export interface ContextWarning extends Acknowledged {
  id: string;
  /** null: the judge. */
  participantId: string | null;
  round: number;
  use: number;
}

/** A decision with what it is about: the turn or the act that failed. */
export interface PendingDecisionState {
  asked: Decision;
  turn?: TurnSpec;
  act?: { id: string; name: ActName };
  /** Of a prompt that did not fit. */
  room?: Room;
}

/** An answer of a question. `key`: see `answerKey`. */
export interface AnswerDigest {
  round: number;
  participantId: string;
  key: string;
  /** The turn's place in its round, where a participant may answer more than once in it. */
  index?: number;
}

/** Only of questions. */
export interface QuestionState {
  /** The answers of the last rounds. */
  recent: AnswerDigest[];
  /** The answers of a vote, which is the first round; only where there is one. */
  bought?: AnswerDigest[];
  /** Two answers differed, in whichever rounds. */
  differ?: true;
  /** Answers in free text are grouped. */
  grouped?: true;
}

export type ResultDigest = (
  | {
      type: "verdict";
      winner: string | null;
      /** Where a side wins; `winner` is null then. */
      winningSide?: VoteSide;
      scores: Record<string, number>;
    }
  | { type: "solution"; confidence: number }
  | { type: "answer"; score: number | null }
  | { type: "plurality"; share: number | null }
  | { type: "council" }
  | { type: "unjudged" }
) & {
  /** The beginning of the conclusion's answer, or the answer that most gave, for lists. */
  answer?: string;
};

/** What an activity that failed for good reports to the workflow. */
export interface FaultDetails {
  kind: FaultKind;
  /** One sentence for the owner. */
  message: string;
  retryable: boolean;
  retryCount: number;
  /** What the owner can do. */
  suggestion: string;
  /** Of a prompt that did not fit. */
  room?: Room;
}

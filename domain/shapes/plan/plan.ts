/** The plan of a debate, which the workflow carries. Plain types, without Zod. */

import type { ChosenModel, ModelRef } from "../catalogue/model-ref.ts";
import type { OptionsOf, RunningOptions } from "../options.shape.ts";

interface PlannedParticipant extends ModelRef {
  id: string;
  name: string;
  /** How many models are left to take its seat; left out: none. */
  fallbacksLeft?: number;
  side?: "for" | "against" | "neutral";
  role?: string;
}

/** Characters; `threshold` null: nothing is summarised. */
export interface SummaryRules {
  threshold: number | null;
  maxLength: number;
}

/** The part that only dialectic debates have. */
export interface DialecticPlan extends OptionsOf<"dialectic"> {
  /** `threshold` is a confidence, 0–100. */
  termination: { type: "fixed" | "convergence" | "quality"; threshold: number };
  /** Characters of an agent's own view from which on it is summarised, and of its summary at most. */
  summaries: SummaryRules & { byAgent?: Record<string, SummaryRules> };
}

/** First answers are bought one after the other, until their leader is safe. */
export interface VotePlan {
  /** Answers at most. */
  most: number;
  /** The probability, that the leader is the most frequent answer in truth, from which on it is safe. */
  stopAt: number;
  /** A leader that is neither safe nor ahead by this share of the answers is debated. Left out: the vote decides alone. */
  lead?: number;
}

/** The part that only questions have. The answers' form itself stays in the configuration. */
export interface QuestionPlan extends OptionsOf<"question"> {
  type: "choice" | "number" | "text";
  /** Two numbers are the same if they differ by no more. */
  tolerance?: number;
  /** The known answer is compared too. */
  compares?: true;
  /** Places of participants, from 1, whose first answers an experiment has bought and stored. */
  given?: number[];
  /** Left out: in the first round everybody answers once, all at the same time. */
  vote?: VotePlan;
}

/** Once so many turns of a round are whole, or members of a bench have answered, the others have `graceMs` more. */
export interface Quorum {
  count: number;
  graceMs: number;
}

/** Milliseconds throughout. */
export interface Durations {
  roundDelay: number;
  turnTimeout: number;
  judgeTimeout: number;
  /** For all turns of a round together; left out: no limit. */
  roundTimeout?: number;
  quorum?: Quorum;
  /** A stream that is silent for this long has timed out. */
  silence: number;
  heartbeat: number;
  heartbeatTimeout: number;
  draftExpiry: number;
  /** How long a decision waits for its owner. */
  decisionTimeout: number;
  errorExpiry: number;
}

/** What happens when retries did not help; see docs/design/debate.md#111-faults-policies-decisions. */
export interface Policies {
  onParticipantFailure: "drop" | "ask" | "end";
  onJudgeFailure: "ask" | "fallback" | "continue" | "end";
  /** They replace the judge in this order. */
  fallbackJudges: ChosenModel[];
  onContextOverflow: "ask" | "summarize" | "truncate" | "end";
  /** Left out: `conclude`. */
  onCostLimit?: "conclude" | "ask" | "error";
}

/** What a debate may spend; money in integer micro-dollars. */
export interface BudgetLimits {
  warnAtMicroUsd?: number;
  maxMicroUsd?: number;
  /** Input and output together. */
  maxTokens?: number;
  /** Attempts that are reserved for each call; 2 when left out. */
  attempts?: 1;
}

/** What a call may take, or has taken. */
export interface Amount {
  costMicroUsd: number;
  /** Input and output together. */
  tokens: number;
}

/** Who votes on the motion before and after. The models take turns over the voters. */
export interface AudiencePlan {
  voters: number;
  models: ChosenModel[];
  quorum?: Quorum;
}

/** So many answers to the topic, by the participants' models in turn. */
interface ControlArmPlan {
  calls: number;
}

/** The rules of a debate, which its plan takes over from its configuration. */
export interface DebateRules extends RunningOptions {
  mode: "simultaneous" | "sequential";
  judging: "every-round" | "final-only";
  /**
   * `safe`: a round is assessed beside the next one where that cannot be wasted. `ahead`: always, and each assessment counts
   * one round later (`heardAfter`). Left out, the next round waits: where the judge assesses no rounds, where it guides speakers
   * and `ahead` is not asked for, and in debates from before.
   */
  overlap?: "safe" | "ahead";
  maxRounds: number;
  minRounds: number;
  controlArm?: ControlArmPlan;
  /** Left out: the judges vote on the motion, where the format has votes. */
  audience?: AudiencePlan;
  /**
   * Votes on the motion decide only where the interval of an audience's swing excludes zero, and the scores do not oppose
   * them. Left out where there are none, and in debates from before: the side that moved more wins.
   */
  testsSwing?: true;
  /**
   * Ballots answer the question too, and the result rests on that (`lead`), or, where the format is a contest, on who argued
   * better (`beside`). Left out where there are none, and in debates from before.
   */
  ballotAnswers?: "lead" | "beside";
  /**
   * Judges, one of each family, of whom one confirms what another judge reads as contradicted by an exhibit. Left out where no
   * claims are checked, and in debates from before: nobody is asked.
   */
  secondJudges?: ChosenModel[];
  /** Proposer–skeptic: below it the debate does not end early. */
  leastEndScore?: number;
  /** Rounds in a row whose returns diminish, after which the debate may end early. Left out where the format has no such end. */
  fadingRounds?: number;
  /**
   * Rounds in a row after which the judge may end the debate without a measure of the code. Left out where the judge ends
   * nothing, and in debates from before: its word once is enough.
   */
  aloneRounds?: number;
  /** How many reasoning templates are looked up before round 1; none when left out. */
  retrieval?: { topK: number };
  dialectic?: DialecticPlan;
  question?: QuestionPlan;
  /** Left out in imported debates, and in debates from before there were policies: every fault is an error. */
  policies?: Policies;
}

/**
 * The workflow's view of a debate's configuration: numbers, names and references. Everything long (topic, context,
 * positions, instructions) stays in the store.
 */
export interface DebatePlan extends DebateRules {
  tenant: string;
  debateId: string;
  /** Once valid, it waits for its owner's `start`. */
  draft?: true;
  /** Before it starts, each of its models is asked whether it answers. */
  asksModels?: true;
  /** At most 200 bytes. */
  title: string;
  /** A name in the registry of formats. */
  format: string;
  participants: PlannedParticipant[];
  judge: ModelRef | null;
  /** Each casts a ballot of its own; left out: the judge alone. */
  panel?: ChosenModel[];
  /** So many of the panel are enough. */
  panelQuorum?: Quorum;
  /** The verdict is asked for in two orders. */
  bothOrders?: true;
  /** No judge may be a debater's model or of its family, nor one that takes the judge's place. */
  requireIndependent?: true;
  /** The result is mapped to the schema that the configuration has. */
  output?: true;
  /** Left out: nobody is asked anything before the debate. */
  clarifications?: { maxIterations: number; answerTimeoutMs?: number };
  /** A participant has no position, or a side without a persona. */
  assignsPositions?: boolean;
  /** Events are delivered to a webhook, by a workflow beside the debate's. */
  webhook?: true;
  durations: Durations;
  /** Continue as new after so many history events. */
  continueAfterEvents: number;
  /** The model that summarises the transcript; left out: the judge, else the reader's own. */
  summarizer?: ChosenModel;
  /** Left out: costs are neither estimated nor reserved. */
  budget?: BudgetLimits;
}

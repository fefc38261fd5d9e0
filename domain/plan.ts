/** What a debate is to be, as the workflow carries it. Plain shapes: no Zod here. */
import type { ModelPrice } from "./catalogue.ts";
import type { FormatName } from "./schemas/debate.ts";

export interface ModelRef {
  provider: string;
  /** The provider's own name of the model, without the provider. */
  model: string;
  /** Its owner's word, in place of the price library's. */
  priceUsdPerMTok?: ModelPrice;
}

interface PlannedParticipant extends ModelRef {
  id: string;
  name: string;
  side?: "for" | "against" | "neutral";
  role?: string;
}

/** Characters; `threshold` null: nothing is summarised. */
export interface SummaryRules {
  threshold: number | null;
  maxLength: number;
}

/** What only a dialectic debate is told. */
export interface DialecticPlan {
  /** `threshold` is a confidence, 0–100. */
  termination: { type: "fixed" | "convergence" | "quality"; threshold: number };
  /** False: prompts show only the current round and the last refinements. */
  includeFullHistory: boolean;
  /** Characters of an agent's own view from which on it is summarised, and of its summary at most. */
  summaries: SummaryRules & { byAgent?: Record<string, SummaryRules> };
}

/** Milliseconds throughout. */
export interface Durations {
  roundDelay: number;
  turnTimeout: number;
  judgeTimeout: number;
  /** A stream that says nothing for so long counts as timed out. */
  silence: number;
  heartbeat: number;
  heartbeatTimeout: number;
  draftExpiry: number;
  /** How long a decision waits for its owner. */
  decisionTimeout: number;
  errorExpiry: number;
}

/** What happens when a fault is beyond its retries (spec §1.11). */
export interface Policies {
  onParticipantFailure: "drop" | "ask" | "end";
  onJudgeFailure: "ask" | "fallback" | "continue" | "end";
  /** In the order in which they take the judge's place. */
  fallbackJudges: ModelRef[];
  onContextOverflow: "ask" | "summarize" | "truncate" | "end";
  /** Left out: `conclude`. */
  onCostLimit?: "conclude" | "ask" | "error";
}

/** What a debate may spend (spec §1.12); money in integer micro-dollars. */
export interface BudgetLimits {
  warnAtMicroUsd?: number;
  maxMicroUsd?: number;
  /** Input and output together. */
  maxTokens?: number;
}

/** What a call may take, or has taken. */
export interface Amount {
  costMicroUsd: number;
  /** Input and output together. */
  tokens: number;
}

/**
 * The workflow's view of a debate's configuration: numbers, names and references. Everything long (topic, context,
 * positions, instructions) stays in the store.
 */
export interface DebatePlan {
  tenant: string;
  debateId: string;
  /** Once valid, it waits for its owner's `start`. */
  draft?: true;
  /** At most 200 bytes. */
  title: string;
  format: FormatName;
  mode: "simultaneous" | "sequential";
  judging: "every-round" | "final-only";
  maxRounds: number;
  minRounds: number;
  participants: PlannedParticipant[];
  judge: ModelRef | null;
  /** Each casts a ballot of its own; left out: the judge alone. */
  panel?: ModelRef[];
  /** The verdict is asked for in two orders. */
  bothOrders?: true;
  /** No judge may be a debater's model or of its family, nor one that takes the judge's place. */
  requireIndependent?: true;
  /** Each participant answers alone before round 1, and the judge rules on that too. */
  controlArm?: true;
  /** The debate ends there when all gave the same answer. */
  skipIfUnanimous?: true;
  /** Left out: nobody is asked anything before the debate. */
  clarifications?: { maxIterations: number; answerTimeoutMs?: number };
  /** proposer-skeptic: the skeptic's score from which on it may end early. */
  earlyStopScore?: number;
  /** Reasoning templates are looked up before round 1. */
  retrieval?: { topK: number };
  /** Somebody came without a position, or with a side but without a persona. */
  assignsPositions?: boolean;
  /** Events are delivered to a webhook, by a workflow beside the debate's. */
  webhook?: true;
  durations: Durations;
  /** Continue as new after so many history events. */
  continueAfterEvents: number;
  dialectic?: DialecticPlan;
  /** Who summarises the transcript; left out: the judge, else whoever needs it. */
  summarizer?: ModelRef;
  /** Left out in debates from before there were policies: every fault is an error. */
  policies?: Policies;
  /** Left out: nothing is weighed or reserved. */
  budget?: BudgetLimits;
}

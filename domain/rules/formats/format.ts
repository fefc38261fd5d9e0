/** The record of a format: data and small functions. */

import { heardAfter } from "../../shapes/plan/heard.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { ConvergedBy, EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { TurnPhase } from "../../shapes/schemas/turn.schema.ts";
import type { AssessmentDigest, DebateState } from "../../shapes/state/state.ts";

export type Format = JudgedFormat | CollaborativeFormat;

/** Properties of the formats of every protocol. */
interface FormatParts {
  /** As requests name it. */
  name: string;
  /** For people, wherever a format is named: pages, reports, the terminal, the documentation. */
  title: string;
  /** When to choose it: one sentence, which begins with "When". */
  when: string;
  /** How it runs: one sentence for the catalogue (`GET /v1/formats`). */
  summary: string;
  /** `usual`: how many take part where a request names nobody; as few as it takes when left out. */
  participants: { min: number; max: number; usual?: number };
  /** A fixed number of rounds runs them all, whatever the judge says. */
  rounds: {
    min: number;
    max: number;
    default: number;
    /** `minRounds` when none is given; 1 when left out. */
    least?: number;
  };
  judging: "every-round" | "final-only";
  /** The only order within a round that is allowed; either when left out. */
  mode?: "sequential";
  /** Everybody speaks for or against: at least one on each side, and at most this many. */
  sides?: { atMost: number };
  /** The side of a participant without one. */
  defaultSide?: "neutral";
  /** The judge or an audience votes on the motion before round 1 and after the last round; a side wins, not a speaker. */
  votes?: true;
  /** Its result rests on who argued better, as in a contest; left out: on the answer to the topic. */
  contest?: true;
  /** The rules, as the system prompt gives them to the speakers. */
  rules: string;
  /** Speakers may move from their positions; left out: they hold them. */
  openPositions?: true;
  /** Rounds in a row whose returns diminish, after which it may end early; for formats that end on this. */
  fadingRounds?: number;
  /** Rounds in a row after which the judge may end it without a measure of the code; for formats that it ends early. */
  aloneRounds?: number;
  /** The judge's recommendations reach the speakers of the next round, unless the request says otherwise. */
  guides?: true;
  /** Closing statements come before the end. Once they have begun, no private poll can put the end off. */
  closes?: true;
  /** A line of each speaker's task, which may vary with the round. */
  reminder?(round: number, rounds: number): string;
}

/** Participants work on one solution or answer, or each gives one. Who speaks when is the protocol's. */
interface CollaborativeFormat extends FormatParts {
  protocol: "dialectic" | "proposer-skeptic" | "question" | "council";
}

export interface JudgedFormat extends FormatParts {
  protocol: "judged";
  /** Who speaks in the current round, in which order and phase. A turn's index is its place here, from 1. */
  turns(plan: DebatePlan, state: DebateState): PlannedTurn[];
  /** Called after each round: how the debate ends now, or null when it continues. */
  end(plan: DebatePlan, state: DebateState): EndedBy | null;
  /** Whose finding it is, where `end` says that the debate ends by convergence. Left out: the judge's. */
  convergedBy?(plan: DebatePlan, state: DebateState): ConvergedBy;
  /** Two rounds running in which everybody repeats end it too. Left out: it runs all its rounds, or says so in `end`. */
  endsEarly?: true;
}

/** Throws for a format of another protocol. */
export function requireJudged(format: Format): JudgedFormat {
  if (format.protocol !== "judged") throw new Error(`${format.name} is no judged format`);
  return format;
}

export interface PlannedTurn {
  participantId: string;
  phase: TurnPhase;
  /** The participant it is addressed to, if it is one. */
  targetId?: string;
}

/** Everybody speaks once, in the order of the request, in one phase. */
export function everybody(phase: (plan: DebatePlan, state: DebateState) => TurnPhase): JudgedFormat["turns"] {
  return (plan, state) => plan.participants.map(({ id }) => ({ participantId: id, phase: phase(plan, state) }));
}

/** One phase in the first round, one in the last, one in those between. */
export function phased(
  plan: DebatePlan,
  state: DebateState,
  phases: { first: TurnPhase; middle: TurnPhase; last: TurnPhase },
): TurnPhase {
  if (limitReached(plan, state)) return phases.last;
  return state.round === 1 ? phases.first : phases.middle;
}

/**
 * After so many rounds running the judge ends a debate alone. A flag that is set by chance in 2 % of the rounds, and again in
 * half of those that follow, ends fewer than 1 % of debates of ten rounds so (`npm run simulate`).
 */
export const ALONE = 6;

/**
 * The judge has said it of the newest round that counts after this one, from `minRounds` on, and is not alone: the code measures
 * that returns diminish, in that round or the one before, or the judge says it for `aloneRounds` running. A plan without them
 * needs the judge's word once.
 */
export function judgeEnds(
  plan: DebatePlan,
  { assessments }: DebateState,
  { after, says }: { after: number; says: (assessment: AssessmentDigest) => boolean },
): boolean {
  const { minRounds, aloneRounds = 1 } = plan;
  const round = heardAfter(plan, after);
  const newest = (rounds: number) => assessments.filter((a) => a.round <= round && a.round > round - rounds);
  if (round < minRounds || !newest(1).some(says)) return false;
  if (newest(2).some(({ measured }) => measured?.diminishingReturns)) return true;
  const running = newest(aloneRounds);
  return running.length === aloneRounds && running.every(says);
}

/** The judge's word that another round is unlikely to add anything. */
export function saysStop({ shouldContinue }: AssessmentDigest): boolean {
  return !shouldContinue;
}

export function limitReached(plan: DebatePlan, state: DebateState): boolean {
  return state.round >= plan.maxRounds;
}

export function defineFormat<F extends Format>(format: F): F {
  return format;
}

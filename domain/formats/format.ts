/** What a format is: data and small functions. One file per format, one line in the registry. */
import type { DebateState } from "../debate-state.ts";
import type { DebatePlan } from "../plan.ts";
import type { DebateRequest } from "../request.ts";
import type { FormatName } from "../schemas/debate.ts";
import type { Problem } from "../schemas/faults.ts";
import type { EndedBy } from "../schemas/result.ts";
import type { TurnPhase } from "../schemas/turn.ts";
import { foreignFields } from "./own-fields.ts";
import { sideProblems } from "./sides.ts";

export type Format = JudgedFormat | DialecticFormat | ProposerSkepticFormat;

/** What the formats of every protocol have. */
export interface FormatParts {
  name: FormatName;
  title: string;
  /** One sentence for the catalogue (`GET /v1/formats`). */
  summary: string;
  participants: { min: number; max: number };
  /** A fixed number of rounds runs them all, whatever the judge says. */
  rounds: {
    min: number;
    max: number;
    default: number /** `minRounds` when none is given; 1 unless told. */;
    least?: number;
  };
  judging: "every-round" | "final-only";
  /** The only order in which it can be held; either when left out. */
  mode?: "sequential";
  /** Everybody speaks for or against: at least one on each side, and at most so many. */
  sides?: { atMost: number };
  /** The side of a participant that came without one. */
  defaultSide?: "neutral";
  /** The judge votes on the motion before round 1 and after the last round; a side wins, not a speaker. */
  votes?: true;
  /** How a debater is told the rules, in the system prompt. */
  rules: string;
  /** Faults of a request that only this format can see. */
  problems(request: Partial<DebateRequest>): Problem[];
}

export interface ProposerSkepticFormat extends FormatParts {
  protocol: "proposer-skeptic";
}

export interface JudgedFormat extends FormatParts {
  protocol: "judged";
  /** Who speaks in the current round, in which order and phase. A turn's index is its place here, from 1. */
  turns(plan: DebatePlan, state: DebateState): PlannedTurn[];
  /** Asked when a round is over: how the debate ends now, or null when it goes on. */
  end(plan: DebatePlan, state: DebateState): EndedBy | null;
}

export interface DialecticFormat extends FormatParts {
  protocol: "dialectic";
}

/** A judged format by its name. Throws for another protocol's. */
export function requireJudged(format: Format): JudgedFormat {
  if (format.protocol !== "judged") throw new Error(`${format.name} is no judged format`);
  return format;
}

/** A judge assesses and rules, and a request without one takes the default. */
export function hasJudge(format: FormatName | undefined): boolean {
  return format !== "proposer-skeptic";
}

export interface PlannedTurn {
  participantId: string;
  phase: TurnPhase;
  /** Whom it is addressed to, where that is one participant. */
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

/** The checks that all formats share: how many take part, how many rounds. */
export function commonProblems(format: Omit<FormatParts, "problems">, request: Partial<DebateRequest>): Problem[] {
  const problems: Problem[] = [];
  const { min, max } = format.participants;
  const count = request.participants?.length ?? 0;
  if (count < min || count > max)
    problems.push({
      pointer: "/participants",
      detail: `${format.name} takes ${min === max ? `exactly ${min}` : `${min} to ${max}`} participants, not ${count}`,
    });
  const { maxRounds = format.rounds.default, minRounds = 1 } = request;
  if (maxRounds < format.rounds.min || maxRounds > format.rounds.max)
    problems.push({
      pointer: "/maxRounds",
      detail: `${format.name} takes ${format.rounds.min} to ${format.rounds.max} rounds, not ${maxRounds}`,
    });
  if (minRounds > maxRounds)
    problems.push({ pointer: "/minRounds", detail: `must not exceed maxRounds (${maxRounds})` });
  if (format.mode && request.mode && request.mode !== format.mode)
    problems.push({ pointer: "/mode", detail: `${format.name} is always ${format.mode}` });
  if (format.sides)
    problems.push(...sideProblems({ format: format.name, ...format.sides, participants: request.participants ?? [] }));
  return problems;
}

/** The newest assessment of the round that has just ended, when there is one. */
export function lastAssessment(state: DebateState) {
  const last = state.assessments.at(-1);
  return last?.round === state.round ? last : undefined;
}

/** The judge says stop, and may: its word counts from `minRounds` on. */
export function judgeStops(plan: DebatePlan, state: DebateState): boolean {
  return state.round >= plan.minRounds && lastAssessment(state)?.shouldContinue === false;
}

export function limitReached(plan: DebatePlan, state: DebateState): boolean {
  return state.round >= plan.maxRounds;
}

export function defineFormat(format: Omit<JudgedFormat, "problems">): JudgedFormat {
  return {
    ...format,
    problems: (request) => [...commonProblems(format, request), ...foreignFields(format, request)],
  };
}

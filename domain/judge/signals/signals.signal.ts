/** The code's measurements of a round, beside the judge's flags (docs/design/debate.md#113-judging). */
import type { Assessment, Measured } from "../../shapes/schemas/assessment.schema.ts";
import { createRepetitions, type RepetitionRules, type Said } from "./repetition.signal.ts";
import { isFalling, trendOf } from "./trends.signal.ts";

/** Relevance below this counts as drift. */
const RELEVANT = 5;
/** Rounds needed to detect diminishing returns. */
export const ROUNDS = 3;
/** Smaller changes are ignored: points out of 10, and a share of the length. */
const TOLERANCE = { points: 0.5, length: 0.1 };

type Judged = Pick<Assessment, "round" | "qualityScore"> & {
  assessments: Pick<Assessment["assessments"][number], "participant" | "scores">[];
};

export interface MeasureInput extends Omit<RepetitionRules, "turns"> {
  round: number;
  /** Spoken, whole turns up to this round. */
  turns: Said[];
  /** Of this round and those before it. */
  assessments: Judged[];
  /** The embedding model, and its failure if it failed; missing: none is configured. */
  embedding?: Measured["embedding"];
}

/**
 * Measures the newest round. Without the criteria `novelty`, `engagement` or `relevance` (letter case ignored) in the
 * rubric, what depends on them is missing: trends are null, nobody drifts, and only repetition causes diminishing
 * returns.
 */
export function measureRound({ round, turns, assessments, embedding, ...rules }: MeasureInput): Measured {
  const judged = new Map(assessments.filter((a) => a.round <= round).map((a) => [a.round, a]));
  const repetitionIn = createRepetitions({ turns, ...rules });
  const repetition = repetitionIn(round);
  const last = [round - 2, round - 1, round];
  const falling = (valueOf: (a: Judged) => number | null) =>
    isFalling(
      last.map((r) => judged.get(r)).map((a) => (a ? valueOf(a) : null)),
      TOLERANCE.points,
    );
  const fading = () => falling((a) => a.qualityScore) && falling((a) => meanOf(a, "novelty"));
  const repetitive = (r: number, found = repetitionIn(r)) =>
    isRepetitive(
      turns.filter((t) => t.round === r),
      found,
    );
  return {
    repetition,
    diminishingReturns: round >= ROUNDS && (fading() || (repetitive(round, repetition) && repetitive(round - 1))),
    drifting: drifting(judged.get(round)),
    trends: trendsOf([...judged.values()], turns),
    ...(embedding && { embedding }),
  };
}

/** At least half of a round's turns repeat others. */
export function isRepetitive(turns: unknown[], found: unknown[]): boolean {
  return found.length > 0 && found.length * 2 >= turns.length;
}

function drifting(judged: Judged | undefined): string[] {
  const isOff = (relevance: number | null) => relevance !== null && relevance < RELEVANT;
  return (judged?.assessments ?? []).filter((a) => isOff(scoreOf(a.scores, "relevance"))).map((a) => a.participant);
}

export function trendsOf(judged: Judged[], turns: MeasureInput["turns"]): Measured["trends"] {
  const inOrder = judged.toSorted((a, b) => a.round - b.round);
  const of = (name: string) => inOrder.flatMap((a) => meanOf(a, name) ?? []);
  const rounds = [...Map.groupBy(turns, (turn) => turn.round)].toSorted(([a], [b]) => a - b);
  const lengths = rounds.map(([, said]) => mean(said.map((turn) => turn.text.length)));
  return {
    quality: trendOf(
      inOrder.map((a) => a.qualityScore),
      TOLERANCE.points,
    ),
    novelty: trendOf(of("novelty"), TOLERANCE.points),
    engagement: trendOf(of("engagement"), TOLERANCE.points),
    length: trendOf(lengths, (first) => first * TOLERANCE.length),
  };
}

/** The participants' mean; null if the rubric has no such criterion. */
function meanOf(judged: Judged, criterion: string): number | null {
  const scores = judged.assessments.flatMap((a) => scoreOf(a.scores, criterion) ?? []);
  return scores.length === 0 ? null : mean(scores);
}

function scoreOf(scores: Record<string, number>, criterion: string): number | null {
  return Object.entries(scores).find(([name]) => name.toLowerCase() === criterion)?.[1] ?? null;
}

function mean(values: number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Compares two debates' verdicts and scores. Participants are matched by name. Browsers get this file, so it imports types of schemas only. */
import { type Both, both } from "../../base/both.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { resultText } from "../../shapes/schemas/result-text.ts";
import type { Comparison, Pair } from "./compare.branch.ts";

export function compareDebates(first: Debate, second: Debate): Comparison {
  const pair: Both<Debate> = [first, second];
  const debates = both(pair, compared);
  const [a, b] = debates;
  const [scores, means] = [both(pair, scoresByName), both(pair, meansByCriterion)];
  return {
    debates,
    same: {
      topic: a.topic === b.topic,
      format: a.format === b.format,
      judge: a.judge === b.judge,
      winner: a.winner !== null && a.winner === b.winner,
    },
    quality: pairOf(both(pair, qualityOf)),
    participants: keysOf(scores).map((name) => ({ name, ...pairOf(both(scores, (of) => of.get(name) ?? null)) })),
    criteria: keysOf(means).map((criterion) => ({
      criterion,
      ...pairOf(both(means, (of) => of.get(criterion) ?? null)),
    })),
  };
}

function pairOf(values: Both<number | null>): Pair {
  const [a, b] = values;
  return { values, difference: a === null || b === null ? null : rounded(b - a) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function keysOf([a, b]: Both<Map<string, number | null>>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])];
}

function verdictOf({ result }: Debate): VerdictResult | null {
  return result?.type === "verdict" ? result : null;
}

function qualityOf({ result }: Debate): number | null {
  if (result?.type === "verdict") return result.verdict.qualityScore;
  return result?.type === "solution" ? result.solution.confidence : null;
}

function scoresByName(debate: Debate): Map<string, number | null> {
  const scores = verdictOf(debate)?.verdict.scores ?? {};
  return new Map(debate.participants.map(({ id, name }) => [name, scores[id] ?? null]));
}

function meansByCriterion(debate: Debate): Map<string, number> {
  const given = Object.values(verdictOf(debate)?.verdict.criterionScores ?? {}).flatMap((of) => Object.entries(of));
  const grouped = Map.groupBy(given, ([criterion]) => criterion);
  return new Map(
    [...grouped].map(([criterion, all]) => [criterion, rounded(all.reduce((sum, [, n]) => sum + n, 0) / all.length)]),
  );
}

function compared(debate: Debate): Comparison["debates"][number] {
  const { id, topic, format, status, round: rounds, judge, result, cost } = debate;
  return {
    id,
    topic,
    format,
    status,
    rounds,
    judge: judge?.model ?? null,
    type: result?.type ?? null,
    winner: winnerOf(debate),
    contested: result?.contested ?? null,
    endedBy: result?.endedBy ?? null,
    summary: result && resultText(result),
    costUsd: cost.totalUsd,
  };
}

/** The name of the participant that won, else the side. */
export function winnerOf(debate: Debate): string | null {
  const winner = verdictOf(debate)?.verdict.winner;
  if (!winner) return null;
  const named = debate.participants.find(({ id }) => id === winner.participant)?.name;
  return named ?? winner.side ?? null;
}

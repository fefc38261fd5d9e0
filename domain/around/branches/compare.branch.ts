/** Compares two debates' verdicts and scores (docs/design/debate.md#114-records). Participants are matched by name. */
import { z } from "zod";
import { STATUSES } from "../../shapes/lifecycle.shape.ts";
import { type Debate, FormatName } from "../../shapes/schemas/debate.schema.ts";
import { ENDED_BY, type VerdictResult } from "../../shapes/schemas/result.schema.ts";
import { resultText } from "../../shapes/schemas/result-text.ts";
import { Money } from "../../shapes/schemas/spend.schema.ts";

const score = z.number().nullable();
const pair = {
  values: z.tuple([score, score]).meta({ description: "The first debate's and the second's; null: none" }),
  difference: score.meta({ description: "Second less first; null: one is missing" }),
};
const Pair = z
  .object(pair)
  .meta({ id: "ScorePair", description: "The first debate's, the second's, second less first" });
type Pair = z.infer<typeof Pair>;

const Compared = z
  .object({
    id: z.string().meta({ description: "The debate's id" }),
    topic: z.string().meta({ description: "The question or motion" }),
    format: FormatName,
    status: z.enum(STATUSES).meta({ description: "Where it stands" }),
    rounds: z.int().meta({ description: "That were begun" }),
    judge: z.string().nullable().meta({ description: "The judge's model; null: none" }),
    type: z
      .enum(["verdict", "solution", "answer", "plurality", "council", "unjudged"])
      .nullable()
      .meta({ description: "null while there is no result" }),
    winner: z.string().nullable().meta({ description: "A participant's name, or the side that won" }),
    contested: z
      .boolean()
      .nullable()
      .meta({ description: "True: valid ballots name different winners; null: no result" }),
    endedBy: z.enum(ENDED_BY).nullable().meta({ description: "What ended it; null: it has not ended" }),
    summary: z
      .string()
      .nullable()
      .meta({ description: "The verdict's summary, the solution's description, or the answer" }),
    costUsd: Money,
  })
  .meta({ id: "ComparedDebate" });

export const Comparison = z
  .object({
    debates: z.tuple([Compared, Compared]).meta({ description: "In the order of the address" }),
    same: z
      .object({
        topic: z.boolean().meta({ description: "Both have the same topic" }),
        format: z.boolean().meta({ description: "Both have the same format" }),
        judge: z.boolean().meta({ description: "Both have the same judge" }),
        winner: z.boolean().meta({ description: "Both have the same winner" }),
      })
      .meta({ description: "What both have in common" }),
    quality: Pair.meta({ description: "0–100: a verdict's quality score, a solution's confidence" }),
    participants: z
      .array(z.object({ name: z.string().meta({ description: "The participant's name" }), ...pair }))
      .meta({ description: "Scores 0–100; null where one did not take part or got none" }),
    criteria: z
      .array(z.object({ criterion: z.string().meta({ description: "The criterion's name" }), ...pair }))
      .meta({ description: "0–10, the mean over the participants" }),
  })
  .meta({ id: "Comparison" });
export type Comparison = z.infer<typeof Comparison>;

type Both<T> = [T, T];

export function compareDebates(first: Debate, second: Debate): Comparison {
  const both: Both<Debate> = [first, second];
  const debates = map(both, compared);
  const [a, b] = debates;
  const [scores, means] = [map(both, scoresByName), map(both, meansByCriterion)];
  return {
    debates,
    same: {
      topic: a.topic === b.topic,
      format: a.format === b.format,
      judge: a.judge === b.judge,
      winner: a.winner !== null && a.winner === b.winner,
    },
    quality: pairOf(map(both, qualityOf)),
    participants: keysOf(scores).map((name) => ({ name, ...pairOf(map(scores, (of) => of.get(name) ?? null)) })),
    criteria: keysOf(means).map((criterion) => ({
      criterion,
      ...pairOf(map(means, (of) => of.get(criterion) ?? null)),
    })),
  };
}

function map<T, R>([a, b]: Both<T>, of: (one: T) => R): Both<R> {
  return [of(a), of(b)];
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

function winnerOf(debate: Debate): string | null {
  const winner = verdictOf(debate)?.verdict.winner;
  if (!winner) return null;
  const named = debate.participants.find(({ id }) => id === winner.participant)?.name;
  return named ?? winner.side ?? null;
}

/** A debate's usage and costs, summed from its log: every attempt left an event, also failed ones. Pure. */

import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import { SUMMARIES } from "../../domain/play/budget/spending.budget.ts";
import type { EventPayloads, EventType, LogEvent } from "../../domain/play/events/events.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import {
  addSpend,
  cachedShareOf,
  costUsdOf,
  NO_SPEND,
  spendOf,
  totalSpend,
  usageOf,
} from "../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { conclusionId, isBallotId, isLastCount, solutionId } from "../../domain/shapes/turn-ids.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { CostReport } from "../base/costs.api-base.ts";

/**
 * One attempt at a turn, an assessment or a ballot. `participantId`: null for the judge, `_summaries` for summaries of the
 * transcript. `round`: null for the verdict.
 */
interface Attempt {
  participantId: string | null;
  round: number | null;
  outcome: "completed" | "failed" | "unsettled";
  spend: Spend;
  model?: string | undefined;
}

export function costReport({ id, config, state }: DebateRecord, events: LogEvent[]): CostReport {
  const generations = Array.from({ length: state.generation }, (_, i) => i + 1);
  const endings = generations.flatMap((generation) => [solutionId(generation), conclusionId(generation)]);
  const formerOf = (one: string) => state.participants.find((p) => p.id === one)?.former?.[0]?.model;
  const models = new Map<string, string>(config.participants.map((p) => [p.id, formerOf(p.id) ?? modelId(p)]));
  let judge = state.formerJudges?.[0]?.model ?? (config.judge ? modelId(config.judge) : undefined);
  const attemptsOf = (event: LogEvent) => {
    if (event.type === "judge.replaced") judge = event.data.judge;
    if (event.type === "participant.replaced") models.set(event.data.participantId, event.data.speaker);
    return attemptOf(event, endings).map((a): Attempt => {
      return { ...a, model: a.model ?? (a.participantId === null ? judge : models.get(a.participantId)) };
    });
  };
  // A fork's origin has the costs of the rounds that it shares, by the models of that time.
  const begun = events.findLastIndex((event) => event.type === "debate.status" && event.data.by === "fork");
  const isKnown = ({ outcome }: Attempt) => outcome !== "unsettled";
  const all = events.map(attemptsOf);
  const own = all.slice(begun + 1).flat();
  // Unsettled attempts are only charged against a limit, and part of no other sum.
  const attempts = all.flat().filter(isKnown);
  const byWhom = sumBy(attempts, (a) => a.participantId);
  const modelOf = (a: Attempt) => a.model ?? "unknown";
  const byRound = [...sumBy(attempts, (a) => a.round)];
  return {
    debateId: id,
    total: cachedLine(totalSpend(attempts.map((a) => a.spend))),
    byParticipant: config.participants.map((p) => ({
      participantId: p.id,
      name: p.name,
      model: modelId(p),
      ...line(byWhom.get(p.id)),
    })),
    judge: config.judge && { model: modelId(state.judgeModel ?? config.judge), ...line(byWhom.get(null)) },
    ...(byWhom.has(SUMMARIES) && { summaries: line(byWhom.get(SUMMARIES)) }),
    byModel: [...withTaken(config, sumBy(own.filter(isKnown), modelOf))].map(([model, spend]) => ({
      model,
      ...cachedLine(spend),
    })),
    byRound: byRound
      .toSorted(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
      .map(([round, spend]) => ({ round, ...line(spend) })),
    byOutcome: [...sumBy(all.flat(), (a) => a.outcome)].map(([outcome, spend]) => ({ outcome, ...line(spend) })),
  };
}

/** Part of no other sum. */
export function rejudgeCosts(rejudgements: Rejudgement[]): Pick<CostReport, "rejudgements"> {
  if (rejudgements.length === 0) return {};
  return {
    rejudgements: rejudgements.map(({ id, judge, usage, costUsd }) => ({ id, model: judge.model, usage, costUsd })),
  };
}

type Billed = Partial<Attempt> & Pick<Attempt, "round" | "spend">;

/** The attempts in an event, by its type. `endings`: the ids of solutions and conclusions. Unless said, the judge's, and completed. */
const BILLED: { [T in EventType]?: (data: EventPayloads[T], endings: string[]) => Billed | null } = {
  "positions.assigned": (data) => ({ round: 0, spend: spendOf(data) }),
  "turn.completed": ({ participantId, round, turn }) => {
    return { participantId, round, spend: spendOf(turn), outcome: turn.status === "whole" ? "completed" : "failed" };
  },
  "clarification.collected": (data) => ({ participantId: data.participantId, round: 0, spend: spendOf(data) }),
  "turn.failed": (data) => failed(data, "failed"),
  "attempt.unsettled": (data) => failed(data, "unsettled"),
  "judge.failed": ({ actId, panelist, model, ...data }, endings) => {
    const round = endings.includes(actId) || isBallotId(actId) ? null : data.round;
    const participantId = model === undefined ? null : SUMMARIES;
    return { participantId, round, spend: spendOf(data), model: model ?? panelist, outcome: "failed" };
  },
  "assessment.completed": ({ round, assessment }) => ({ round, spend: spendOf(assessment) }),
  "vote.completed": ({ round, vote, panelist }) => ({ round, spend: spendOf(vote), model: panelist }),
  "ballot.completed": ({ ballot, panelist }) => ({ round: null, spend: spendOf(ballot), model: panelist }),
  "claims.checked": ({ claims }) => ({ round: null, spend: spendOf(claims) }),
  "claims.confirmed": ({ confirmed, panelist }) => ({ round: null, spend: spendOf(confirmed), model: panelist }),
  "conclusion.completed": ({ conclusion }) => ({ round: null, spend: spendOf(conclusion) }),
  "answer.reviewed": ({ review, panelist }) => ({ round: null, spend: spendOf(review), model: panelist }),
  "control_arm.answered": ({ participantId, answer }) => ({ participantId, round: 0, spend: spendOf(answer) }),
  "control_arm.counted": ({ participantId = null, count }) => ({
    participantId,
    round: isLastCount(count.id) ? null : 0,
    spend: spendOf(count),
  }),
  "output.completed": ({ participantId, output }) => ({ participantId, round: null, spend: spendOf(output) }),
  "answers.grouped": ({ participantId, groups }) => ({ participantId, round: null, spend: spendOf(groups) }),
  "ranking.cast": ({ participantId, round, ranking }) => ({ participantId, round, spend: spendOf(ranking) }),
  "poll.taken": ({ participantId, round, poll }) => ({ participantId, round, spend: spendOf(poll) }),
  "evaluation.completed": ({ round, evaluation }) => ({ round, spend: spendOf(evaluation) }),
  "context.summarized": ({ participantId, round, summary }) => {
    const { until, model } = summary;
    return { round, spend: spendOf(summary), ...(until ? { participantId: SUMMARIES, model } : { participantId }) };
  },
  // Turns and ballots are counted already; only a solution and a council's answer have a call of their own.
  "result.completed": ({ result }) =>
    result.type === "solution" || result.type === "council" ? { round: null, spend: spendOf(result) } : null,
};

function failed(
  { participantId, round, ...data }: EventPayloads["turn.failed" | "attempt.unsettled"],
  outcome: Attempt["outcome"],
) {
  return { participantId, round, spend: spendOf(data), outcome };
}

function attemptOf({ type, data }: LogEvent, endings: string[]): Attempt[] {
  const billed = (BILLED[type] as ((data: object, endings: string[]) => Billed | null) | undefined)?.(data, endings);
  return billed ? [{ participantId: null, outcome: "completed", ...billed }] : [];
}

function sumBy<K>(attempts: Attempt[], keyOf: (attempt: Attempt) => K): Map<K, Spend> {
  const sums = new Map<K, Spend>();
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    sums.set(key, addSpend(sums.get(key) ?? NO_SPEND, attempt.spend));
  }
  return sums;
}

function withTaken({ forkedFrom }: DebateRecord["config"], sums: Map<string, Spend>): Map<string, Spend> {
  for (const { model, ...used } of forkedFrom?.spent ?? [])
    sums.set(model, addSpend(sums.get(model) ?? NO_SPEND, spendOf(used)));
  return sums;
}

function cachedLine(spend: Spend) {
  return { ...line(spend), cachedShare: cachedShareOf(spend) };
}

function line(spend: Spend = NO_SPEND) {
  return { usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

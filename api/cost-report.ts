/** What a debate used and cost, folded from its log: every attempt left an event, failed ones too. Pure. */
import { modelId } from "../domain/catalogue.ts";
import { addSpend, costUsdOf, NO_SPEND, spendOf, totalSpend, usageOf } from "../domain/costs.ts";
import type { Spend } from "../domain/debate-state.ts";
import type { LogEvent } from "../domain/events.ts";
import { isBallotId, isBlindBallotId, solutionId } from "../domain/protocols/ids.ts";
import type { Rejudgement } from "../domain/rejudgement.ts";
import { SUMMARIES } from "../domain/spending.ts";
import type { DebateRecord } from "../store/port/debates.ts";
import type { CostReport } from "./schemas.ts";

/**
 * One attempt at a turn, an assessment or a ballot. `participantId` null: the judge; `_summaries`: whoever summarised
 * the transcript. `round` null: the verdict.
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
  const endings = generations.map(solutionId);
  const models = new Map<string, string>(config.participants.map((p) => [p.id, modelId(p)]));
  let judge = state.formerJudges?.[0]?.model ?? (config.judge ? modelId(config.judge) : undefined);
  const attemptsOf = (event: LogEvent) => {
    if (event.type === "judge.replaced") judge = event.data.judge;
    return attemptOf(event, endings).map((a): Attempt => {
      return { ...a, model: a.model ?? (a.participantId === null ? judge : models.get(a.participantId)) };
    });
  };
  // What a fork took over is told by its origin: it was spent on the models of then.
  const begun = events.findLastIndex((event) => event.type === "debate.status" && event.data.by === "fork");
  const isKnown = ({ outcome }: Attempt) => outcome !== "unsettled";
  const all = events.map(attemptsOf);
  const own = all
    .slice(begun + 1)
    .flat()
    .filter(isKnown);
  // What is only charged against a limit is told apart, and is part of no sum.
  const attempts = all.flat().filter(isKnown);
  const byWhom = sumBy(attempts, (a) => a.participantId);
  const modelOf = (a: Attempt) => a.model ?? "unknown";
  const byRound = [...sumBy(attempts, (a) => a.round)];
  return {
    debateId: id,
    total: line(totalSpend(attempts.map((a) => a.spend))),
    byParticipant: config.participants.map((p) => ({
      participantId: p.id,
      name: p.name,
      model: modelId(p),
      ...line(byWhom.get(p.id)),
    })),
    judge: config.judge && { model: modelId(state.judgeModel ?? config.judge), ...line(byWhom.get(null)) },
    ...(byWhom.has(SUMMARIES) && { summaries: line(byWhom.get(SUMMARIES)) }),
    byModel: [...withTaken(config, sumBy(own, modelOf))].map(([model, spend]) => ({ model, ...line(spend) })),
    byRound: byRound
      .toSorted(([a], [b]) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
      .map(([round, spend]) => ({ round, ...line(spend) })),
    byOutcome: [...sumBy(all.flat(), (a) => a.outcome)].map(([outcome, spend]) => ({ outcome, ...line(spend) })),
  };
}

/** Beside all other sums. */
export function rejudgeCosts(rejudgements: Rejudgement[]): Pick<CostReport, "rejudgements"> {
  if (rejudgements.length === 0) return {};
  return {
    rejudgements: rejudgements.map(({ id, judge, usage, costUsd }) => ({ id, model: judge.model, usage, costUsd })),
  };
}

function attemptOf(event: LogEvent, endings: string[]): Attempt[] {
  switch (event.type) {
    case "positions.assigned":
      return [{ participantId: null, round: 0, outcome: "completed", spend: spendOf(event.data) }];
    case "turn.completed": {
      const { participantId, round, turn } = event.data;
      return [
        { participantId, round, outcome: turn.status === "whole" ? "completed" : "failed", spend: spendOf(turn) },
      ];
    }
    case "clarification.collected": {
      const { participantId } = event.data;
      return [{ participantId, round: 0, outcome: "completed", spend: spendOf(event.data) }];
    }
    case "turn.failed": {
      const { participantId, round } = event.data;
      return [{ participantId, round, outcome: "failed", spend: spendOf(event.data) }];
    }
    case "attempt.unsettled": {
      const { participantId, round } = event.data;
      return [{ participantId, round, outcome: "unsettled", spend: spendOf(event.data) }];
    }
    case "judge.failed": {
      const { actId, panelist, model } = event.data;
      const round = endings.includes(actId) || isBallotId(actId) ? null : event.data.round;
      const participantId = model === undefined ? null : SUMMARIES;
      return [{ participantId, round, outcome: "failed", spend: spendOf(event.data), model: model ?? panelist }];
    }
    case "assessment.completed":
      return [
        { participantId: null, round: event.data.round, outcome: "completed", spend: spendOf(event.data.assessment) },
      ];
    case "vote.completed": {
      const { round, vote, panelist: model } = event.data;
      return [{ participantId: null, round, outcome: "completed", spend: spendOf(vote), model }];
    }
    case "ballot.completed": {
      const { ballot, panelist: model } = event.data;
      const round = isBlindBallotId(ballot.id) ? 0 : null;
      return [{ participantId: null, round, outcome: "completed", spend: spendOf(ballot), model }];
    }
    case "evaluation.completed":
      return [
        { participantId: null, round: event.data.round, outcome: "completed", spend: spendOf(event.data.evaluation) },
      ];
    case "context.summarized": {
      const { participantId, round, summary } = event.data;
      const outcome = "completed";
      if (summary.until)
        return [{ participantId: SUMMARIES, round, outcome, spend: spendOf(summary), model: summary.model }];
      return [{ participantId, round, outcome, spend: spendOf(summary) }];
    }
    case "result.completed":
      // An answer is a turn's text and a verdict is made from ballots, and these are counted.
      if (event.data.result.type !== "solution") return [];
      return [{ participantId: null, round: null, outcome: "completed", spend: spendOf(event.data.result) }];
    default:
      return [];
  }
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

function line(spend: Spend = NO_SPEND) {
  return { usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

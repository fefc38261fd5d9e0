/** Who has spent how much on which model. What a fork took over was spent on the models of its original. */
import { modelId } from "./catalogue.ts";
import type { DebateConfig } from "./config.ts";
import { costUsdOf, NO_SPEND, spendOf, spendSince, totalOf, usageOf } from "./costs.ts";
import type { DebateState, Spend } from "./debate-state.ts";
import type { ForkPoint } from "./events.ts";
import type { ForkOrigin } from "./schemas/debate.ts";

/** Stands for whoever summarised the transcript: no participant can have this id. */
export const SUMMARIES = "_summaries";

/** `participantId` null: the judge. */
interface Spending {
  participantId: string | null;
  model: string;
  spend: Spend;
}

type Spent = Pick<DebateConfig, "participants" | "judge" | "forkedFrom">;

/** By participant in their order, then the judge; a part that was taken over stands before its own. */
export function spendingOf(config: Spent, state: DebateState): Spending[] {
  const { participants, judge } = config;
  const spendBy = (id: string) => state.participants.find((p) => p.id === id)?.spend ?? NO_SPEND;
  const parts: Spending[] = participants.map((p) => ({
    participantId: p.id,
    model: modelId(p),
    spend: spendBy(p.id),
  }));
  const taken = takenOver(config, state);
  const panel = (state.panel ?? []).map((one): Spending => ({ participantId: null, ...one }));
  if (judge) parts.push(...judges(state, modelId(state.judgeModel ?? judge)));
  parts.push(...(state.context?.spent ?? []).map((part) => ({ participantId: SUMMARIES, ...part })));
  const isPanels = (one: Spending) => panel.some(({ model }) => model === one.model);
  return [...parts, ...panel].flatMap((part) => {
    const whose = taken.filter(({ participantId }) => participantId === part.participantId);
    // Of the bench, a panel's part is told by its model; so are summaries.
    const before = whose.filter((one) => {
      if (part.participantId === SUMMARIES || panel.includes(part)) return one.model === part.model;
      return part.participantId !== null || panel.length === 0 || !isPanels(one);
    });
    return [...before, { ...part, spend: before.reduce((left, { spend }) => spendSince(left, spend), part.spend) }];
  });
}

/** Each judge with what it has spent itself. */
function judges({ judge, formerJudges = [] }: DebateState, model: string): Spending[] {
  const all = [...formerJudges, { model, spent: judge }];
  return all.map((one, i) => ({
    participantId: null,
    model: one.model,
    spend: spendSince(one.spent, all[i - 1]?.spent ?? NO_SPEND),
  }));
}

/** Nothing of it is told apart in a state from before its end. */
function takenOver({ forkedFrom }: Spent, { round }: DebateState): Spending[] {
  if (!forkedFrom || round < forkedFrom.afterRound) return [];
  return forkedFrom.spent.map(({ participantId, model, ...used }) => ({ participantId, model, spend: spendOf(used) }));
}

/** What a fork says of its original, which the prefix leaves in this state. */
export function originFrom(from: ForkPoint, { config, state }: { config: Spent; state: DebateState }): ForkOrigin {
  const total = totalOf(state);
  const spent = spendingOf(config, state)
    .filter(({ spend }) => spend.calls > 0)
    .map(({ spend, ...who }) => ({ ...who, usage: usageOf(spend), costUsd: costUsdOf(spend) }));
  return { ...from, usage: usageOf(total), costUsd: costUsdOf(total), spent };
}

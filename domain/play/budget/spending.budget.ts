/** Spending by participant and model. Inherited rounds of a fork count for the original's models. */

import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { ForkOrigin } from "../../shapes/schemas/debate.schema.ts";
import { billedOf, NO_SPEND, spendOf, spendSince, totalOf } from "../../shapes/state/costs.state.ts";
import type { DebateState, Spend } from "../../shapes/state/state.ts";
import type { ForkPoint } from "../events/events.ts";

/** Stands for the summarizer. No participant can have this id. */
export const SUMMARIES = "_summaries";

/** `participantId` null: the judge. */
interface Spending {
  participantId: string | null;
  model: string;
  spend: Spend;
}

type Spent = Pick<DebateConfig, "participants" | "judge" | "forkedFrom">;

/** Participants in order, then the judge; an inherited part precedes its own. */
export function spendingOf(config: Spent, state: DebateState): Spending[] {
  const { participants, judge } = config;
  const parts: Spending[] = participants.flatMap((p) => {
    const { former = [], spend = NO_SPEND } = state.participants.find(({ id }) => id === p.id) ?? {};
    return sharesOf(p.id, [...former, { model: modelId(p), spent: spend }]);
  });
  const taken = takenOver(config, state);
  const panel = (state.panel ?? []).map((one): Spending => ({ participantId: null, ...one }));
  if (judge) parts.push(...judges(state, modelId(state.judgeModel ?? judge)));
  parts.push(...(state.context?.spent ?? []).map((part) => ({ participantId: SUMMARIES, ...part })));
  const isPanels = (one: Spending) => panel.some(({ model }) => model === one.model);
  return [...parts, ...panel].flatMap((part) => {
    const whose = taken.filter(({ participantId }) => participantId === part.participantId);
    // Panel members and summarizers are matched by model.
    const before = whose.filter((one) => {
      if (part.participantId === SUMMARIES || panel.includes(part)) return one.model === part.model;
      return part.participantId !== null || panel.length === 0 || !isPanels(one);
    });
    return [...before, { ...part, spend: before.reduce((left, { spend }) => spendSince(left, spend), part.spend) }];
  });
}

/** Each model's own share, of sums that grow from one to the next. */
function sharesOf(participantId: string | null, all: { model: string; spent: Spend }[]): Spending[] {
  return all.map(({ model, spent }, i) => ({
    participantId,
    model,
    spend: spendSince(spent, all[i - 1]?.spent ?? NO_SPEND),
  }));
}

function judges({ judge, formerJudges = [] }: DebateState, model: string): Spending[] {
  return sharesOf(null, [...formerJudges, { model, spent: judge }]);
}

/** A state from before the fork's round has no separate shares. */
function takenOver({ forkedFrom }: Spent, { round }: DebateState): Spending[] {
  if (!forkedFrom || round < forkedFrom.afterRound) return [];
  return forkedFrom.spent.map(({ participantId, model, ...used }) => ({ participantId, model, spend: spendOf(used) }));
}

/** What a fork records about its original, from the state after the prefix. */
export function originFrom(from: ForkPoint, { config, state }: { config: Spent; state: DebateState }): ForkOrigin {
  const spent = spendingOf(config, state)
    .filter(({ spend }) => spend.calls > 0)
    .map(({ spend, ...who }) => ({ ...who, ...billedOf(spend) }));
  return { ...from, ...billedOf(totalOf(state)), spent };
}

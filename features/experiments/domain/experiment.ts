/** An experiment as stored: its definition, its items, its cells and its progress. Plain types, without Zod. */

import type { Comparison } from "../../../domain/base/statistics/bradley-terry.ts";
import type { ExperimentStatus } from "../../../domain/shapes/experiment-status.ts";
import type { Quota } from "../../../domain/shapes/payer.ts";
import type { Amount, Durations } from "../../../domain/shapes/plan/plan.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { GivenAnswer } from "../../../domain/shapes/schemas/given-answer.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { microLimitOf } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { ArmRequest, ExperimentBudget } from "./request.experiment.ts";

export interface Item {
  id: string;
  question: string;
  /** As the request gives it; null: a text. */
  answers: AnswerForm | null;
  /** In the form's own spelling; null: unknown. */
  expected: string | null;
}

export interface Definition {
  id: string;
  name: string;
  base: Record<string, unknown>;
  arms: ArmRequest[];
  items: number;
  repetitions: number;
  concurrency: number;
  budget: ExperimentBudget | null;
  /** Of debates that do not say otherwise. */
  durations: Durations;
  continueAfterEvents: number;
  createdAt: string;
  /** Whose limits all its calls keep beside the tenant's: the key that created it or added arms last. Missing: there was none. */
  key?: { id: string; quota: Quota };
}

/** Arms behind the first `from`. */
export interface Extension {
  from: number;
  arms: ArmRequest[];
  /** null: as it was. */
  budget: ExperimentBudget | null;
  /** Of the request that added them. */
  token: string;
  /** The caller's key. Missing: it had none, and the experiment keeps the one that it has. */
  key?: Definition["key"];
}

/** Places in the definition. `repetition` counts from 1. */
export interface CellPlace {
  arm: number;
  item: number;
  repetition: number;
}

/** All answers of one round, in the participants' order; null: no answer of the item's form. */
export interface AnswerRound {
  /** Who gave each, by participant's id. Missing where nobody has an id, as in a vote, and in older cells. */
  by?: string[];
  answers: (string | null)[];
  /** null: the right answer is unknown. */
  right: boolean[] | null;
}

/** One arm's answer to one item. It is `started` until its outcome is known. */
export interface Cell extends CellPlace {
  status: "started" | "done" | "failed";
  /** null: a baseline. */
  debateId: string | null;
  answer: string | null;
  /** Answers that had equally many votes; missing: no tie. */
  tied?: string[];
  expected: string | null;
  /** null: the right answer is unknown, or the cell failed. */
  correct: boolean | null;
  rounds: AnswerRound[];
  /** The shares of pairs of ballots that name the same winner; missing where nobody judged, and in older cells. */
  agreement?: { judges: number | null; orders: number | null };
  /** What the debate says about two models; missing without a verdict between two. */
  comparison?: Comparison;
  spend: Spend;
  /** Why it failed. */
  error: string | null;
}

/** One answer that was given alone. Baselines of one experiment share them. */
export interface Sample {
  item: number;
  repetition: number;
  /** From 1. */
  number: number;
  answer: string;
  /** What a debate needs that takes the answer over. */
  turn: Pick<Turn, "text" | "model" | "latencyMs" | "firstTokenMs" | "promptSha256" | "at"> & { answer: GivenAnswer };
  /** With failed attempts. */
  spend: Spend;
  /** The attempt that succeeded. */
  last: Spend;
  /** The workflow's run that bought it. */
  run: string;
}

/** A budget in micro-dollars and tokens; null: no limit. */
export interface Most {
  costMicroUsd: number | null;
  tokens: number | null;
}

/** The first cell that the budget left out. */
interface LeftOut {
  place: CellPlace;
  /** What it may take at most. */
  needs: Amount;
  /** What was charged and set aside then. */
  committed: Amount;
}

export interface Progress {
  /** Grows with each change. */
  version: number;
  status: ExperimentStatus;
  done: number;
  failed: number;
  running: number;
  /** What was bought, once each: shared answers count once. */
  spent: Spend;
  /** What the budget was charged beyond that: attempts whose end is unknown, in full. */
  unsettled: Amount;
  /** The budget. */
  most: Most;
  /** Null or missing: the budget left no cell out. */
  leftOut?: LeftOut | null;
  /** Of a failed experiment: why most of its cells failed. */
  why?: string | null;
  /** Why single answers wait: a limit of the key or the tenant. Missing: none does. */
  waitsFor?: string;
  /** When it last changed, ISO 8601. */
  at: string;
}

/** How an experiment ends by itself. One whose cells have all failed has found out nothing. */
export function endOf({ done, failed, leftOut }: Pick<Progress, "done" | "failed" | "leftOut">): ExperimentStatus {
  if (leftOut) return "out_of_budget";
  return done === 0 && failed > 0 ? "failed" : "completed";
}

/** A budget as the books have it: whole micro-dollars, rounded down. */
export function mostOf(budget: ExperimentBudget | null): Most {
  const { maxCostUsd, maxTokens } = budget ?? {};
  return { costMicroUsd: maxCostUsd === undefined ? null : microLimitOf(maxCostUsd), tokens: maxTokens ?? null };
}

export const ITEMS_IN_CHUNK = 100;

/** Below so many items no difference is claimed: a bootstrap's interval is too narrow then. */
export const ENOUGH = 30;

/** Number of cells of a whole experiment. */
export function cellCount({ arms, items, repetitions }: Pick<Definition, "arms" | "items" | "repetitions">): number {
  return arms.length * items * repetitions;
}

/** Cells are numbered item by item, so that all arms of an item are bought before those of the next. */
export function placeAt(n: number, { arms, items }: Pick<Definition, "arms" | "items">): CellPlace {
  const row = Math.floor(n / arms.length);
  return { arm: n % arms.length, item: row % items, repetition: 1 + Math.floor(row / items) };
}

/** Ties and samples of a cell are drawn from it. */
export function seedOf(id: string, { item, repetition }: Pick<CellPlace, "item" | "repetition">): string {
  return `${id}/${item}/${repetition}`;
}

/** May be repeated: the arms are added once. */
export function extended(definition: Definition, { from, arms, budget, key }: Extension): Definition {
  const before = definition.arms.slice(0, from);
  return { ...definition, arms: [...before, ...arms], budget: budget ?? definition.budget, ...(key && { key }) };
}

/** Stores the outcome of a cell: of a debate that is over, or of a vote whose answers are there. May be repeated. */

import { pluralityOf } from "../../domain/answers/plurality.ts";
import { isSameAnswer } from "../../domain/answers/same.ts";
import { addSpend, NO_SPEND, spendOf, spendSince, totalOf, totalSpend } from "../../domain/budget/costs.ts";
import { answerOf } from "../../domain/experiments/answer-of.ts";
import { type AnswerRound, type Cell, type CellPlace, type Item, seedOf } from "../../domain/experiments/experiment.ts";
import { judgedOf } from "../../domain/experiments/judged.ts";
import { isTerminal } from "../../domain/lifecycle.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import { turnId } from "../../domain/protocols/ids.ts";
import { CELLS, type OfExperiment, SAMPLES } from "../../domain/records/experiments.ts";
import { RESULTS, TURNS } from "../../domain/records/kinds.ts";
import type { Spend } from "../../domain/state/state.ts";
import { preview } from "../../domain/text/text.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.ts";
import type { ActivityDeps } from "../deps.ts";
import { formOf, newCell } from "./begin-cell.ts";
import { requireItem } from "./load.ts";

export interface EndCellInput {
  experiment: OfExperiment;
  place: CellPlace;
  /** A debate that ended, with what it waited for if its owner was needed. */
  debate?: { id: string; waitedFor: string | null };
  /** A vote, with the answers that could not be had. */
  vote?: { votes: number; lost: { number: number; error: string; spend: Spend }[] };
}

/** Null: the debate is not over. */
export interface CellEnded {
  status: "done" | "failed" | null;
  /** Without the answers that the experiment bought for all its arms. */
  spend: Spend;
  /** Attempts whose end is unknown, charged in full. */
  unsettled: Spend;
}

const LONGEST_ERROR = 500;

export const endCell =
  (deps: ActivityDeps) =>
  async (input: EndCellInput): Promise<CellEnded> => {
    const { experiment, place, debate } = input;
    const item = await requireItem(deps, experiment, place.item);
    const ended = debate ? await endDebate(deps, { ...input, debate, item }) : await endVote(deps, { ...input, item });
    if (!ended) return { status: null, spend: NO_SPEND, unsettled: NO_SPEND };
    const cell = { ...newCell({ place, item, debateId: debate?.id ?? null }), ...ended.outcome };
    await deps.store.records.put(experiment, CELLS, cell);
    return {
      status: ended.outcome.status,
      spend: spendSince(cell.spend, ended.shared ?? NO_SPEND),
      unsettled: ended.unsettled,
    };
  };

type Outcome = Pick<Cell, "spend"> & Partial<Cell> & { status: "done" | "failed" };
interface Ended {
  outcome: Outcome;
  unsettled: Spend;
  /** The part of the outcome's that the experiment has bought for all its arms. */
  shared?: Spend;
}

async function endDebate(
  deps: ActivityDeps,
  { experiment, place, debate, item }: EndCellInput & { debate: NonNullable<EndCellInput["debate"]>; item: Item },
): Promise<Ended | null> {
  const { store } = deps;
  const key = { tenant: experiment.tenant, debateId: debate.id };
  const record = await store.getDebate(key);
  if (!record) return { outcome: failed("the debate was deleted"), unsettled: NO_SPEND };
  const { state, config } = record;
  if (!isTerminal(state.status)) return null;
  const spend = totalOf(state);
  const shared = await sharedSpend(deps, { key, config });
  const unsettled = state.unsettled ?? NO_SPEND;
  const result = await store.records.get(key, RESULTS, { generation: state.generation });
  if (state.status !== "completed" || !result) {
    const why = debate.waitedFor ?? whyOf(record);
    return { outcome: { ...failed(why), spend }, unsettled, shared };
  }
  const { answer, rounds } = answerOf(result, {
    config,
    form: formOf(item),
    seed: seedOf(experiment.experimentId, place),
  });
  const outcome = {
    status: "done" as const,
    spend,
    ...judged(item, answer),
    ...judgedOf(result, record),
    rounds: rounds.map(roundOf(item)),
  };
  return { outcome, unsettled, shared };
}

/** What the answers cost with which the debate began. */
async function sharedSpend(
  { store }: ActivityDeps,
  { key, config }: { key: DebateKey; config: DebateConfig },
): Promise<Spend> {
  const ids = (config.question?.given ?? []).map((place) => turnId(1, 1, place));
  const turns = await Promise.all(ids.map((id) => store.records.get(key, TURNS, { id })));
  return totalSpend(turns.flatMap((turn) => (turn?.boughtBy ? [spendOf(turn)] : [])));
}

function whyOf({ state }: DebateRecord): string {
  return state.error?.message ?? `the debate was ${state.status}`;
}

function failed(why: string): Outcome {
  return { status: "failed", error: preview(why, LONGEST_ERROR), spend: NO_SPEND };
}

/** An answer that is not there is wrong, where the right one is known. */
function judged(item: Item, answer: string | null): Pick<Cell, "answer" | "correct"> {
  return { answer, correct: item.expected === null ? null : isRight(item, answer) };
}

function isRight(item: Item, answer: string | null): boolean {
  return answer !== null && item.expected !== null && isSameAnswer(answer, item.expected, formOf(item));
}

function roundOf(item: Item) {
  return (answers: AnswerRound["answers"]): AnswerRound => ({
    answers,
    right: item.expected === null ? null : answers.map((answer) => isRight(item, answer)),
  });
}

/** A vote that lacks one of its answers has failed: fewer would be another arm. */
async function endVote(deps: ActivityDeps, input: EndCellInput & { item: Item }): Promise<Ended> {
  const { experiment, place, item, vote = { votes: 0, lost: [] } } = input;
  const numbers = Array.from({ length: vote.votes }, (_, i) => i + 1);
  const stored = await Promise.all(
    numbers.map((number) => deps.store.records.get(experiment, SAMPLES, { ...place, number })),
  );
  const samples = stored.filter((sample) => sample !== null);
  const spend = [...samples, ...vote.lost].map((each) => each.spend).reduce(addSpend, NO_SPEND);
  const [lost] = vote.lost;
  if (lost || samples.length < vote.votes) {
    const why = `answer ${lost?.number ?? "?"} of ${vote.votes}: ${lost?.error ?? "it is not stored"}`;
    return { outcome: { ...failed(why), spend }, unsettled: NO_SPEND };
  }
  const answers = samples.map(({ answer }) => answer);
  const counted = pluralityOf(answers, { form: formOf(item), seed: seedOf(experiment.experimentId, place) });
  return {
    outcome: {
      status: "done",
      spend,
      ...judged(item, counted.answer),
      ...(counted.tied && { tied: counted.tied }),
      rounds: [answers].map(roundOf(item)),
    },
    unsettled: NO_SPEND,
  };
}

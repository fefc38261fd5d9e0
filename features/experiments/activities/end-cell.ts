/** Stores the outcome of a cell: of a debate that is over, or of a vote whose answers are there. May be repeated. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { twinIdOf } from "../../../domain/base/ids.base.ts";
import { preview } from "../../../domain/base/text/text.ts";
import { amountOf, NOTHING, sumOf } from "../../../domain/play/budget/ledger.budget.ts";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import { pluralityOf } from "../../../domain/rules/answers/plurality.answers.ts";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { addSpend, boughtBy, NO_SPEND, totalSpend } from "../../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../../domain/shapes/state/state.ts";
import type { DebateKey, DebateRecord } from "../../../store/port/debates.port.ts";
import { noteCase } from "../../../store/records/known-cases.records.ts";
import { answerOf } from "../domain/answer-of.ts";
import { type AnswerRound, type Cell, type CellPlace, type Item, seedOf } from "../domain/experiment.ts";
import { CELLS, type OfExperiment, SAMPLES } from "../domain/experiment-records.ts";
import { judgedOf } from "../domain/judged.experiment.ts";
import { formOf, newCell } from "./begin-cell.ts";
import { requireItem } from "./load.experiment-activity.ts";

export interface EndCellInput {
  experiment: OfExperiment;
  place: CellPlace;
  /** A debate that ended. */
  debate?: EndedDebate;
  /** A vote, or a debate that lacked its first answers: the answers that could not be had. */
  vote?: { votes: number; lost: LostAnswer[] };
}

interface EndedDebate {
  id: string;
  /** What it waited for if its owner was needed. */
  waitedFor: string | null;
  /** Numbers of the shared answers that it began with. */
  first: number[];
  /** What its workflow reported. */
  bought?: { spend: Spend; unsettled: Amount };
  /** Its workflow ended without a report. */
  isLost?: true;
}

/** An answer that could not be had. */
export interface LostAnswer {
  number: number;
  error: string;
  spend: Spend;
}

export interface CellEnded {
  /** Null: the debate or its twin is not over. */
  status: "done" | "failed" | null;
  /** The twin, if the debate is over and it is not. */
  twinId?: string;
  /** Of the debate and its twin, without answers that are given alone: the experiment counts those where it buys them. */
  spend: Spend;
  /** Attempts whose end is unknown, charged in full. */
  unsettled: Amount;
  /** False: more may have been bought than is known. */
  isKnown: boolean;
}

type Deps = Pick<ActivityDeps, "store">;

const LONGEST_ERROR = 500;
const NONE = { spend: NO_SPEND, unsettled: NOTHING, isKnown: true };

export const endCell =
  (deps: Deps) =>
  async (input: EndCellInput): Promise<CellEnded> => {
    const { experiment, place, debate } = input;
    const item = await requireItem(deps, experiment, place.item);
    const ended = debate ? await endDebate(deps, { ...input, debate, item }) : await endVote(deps, { ...input, item });
    if (!("outcome" in ended)) return { status: null, ...NONE, ...ended };
    const cell = { ...newCell({ place, item, debateId: debate?.id ?? null }), ...ended.outcome };
    await deps.store.records.put(experiment, CELLS, cell);
    return { status: ended.outcome.status, ...ended.charge };
  };

type Outcome = Partial<Cell> & { status: "done" | "failed" };
type Charge = Pick<CellEnded, "spend" | "unsettled" | "isKnown">;
interface Ended {
  outcome: Outcome & Pick<Cell, "spend">;
  charge: Charge;
}

async function endDebate(
  deps: Deps,
  { experiment, place, debate, item }: EndCellInput & { debate: EndedDebate; item: Item },
): Promise<Ended | Pick<CellEnded, "twinId">> {
  const { store } = deps;
  const key = { tenant: experiment.tenant, debateId: debate.id };
  const record = await store.getDebate(key);
  if (record && !isTerminal(record.state.status)) return {};
  const twin = await twinOf(deps, key);
  if (twin && !isTerminal(twin.state.status)) return { twinId: twin.id };
  const charge = chargeOf(debate, { record, twin });
  const given = await Promise.all(
    debate.first.map((number) => store.records.get(experiment, SAMPLES, { ...place, number })),
  );
  // As if the arm had been bought alone.
  const spend = totalSpend([charge.spend, ...given.flatMap((sample) => (sample ? [sample.spend] : []))]);
  const outcome = record
    ? await outcomeOf(deps, { record, item, debate, seed: seedOf(experiment.experimentId, place) })
    : failed("the debate was deleted");
  return { outcome: { ...outcome, spend }, charge };
}

async function twinOf({ store }: Deps, { tenant, debateId }: DebateKey): Promise<DebateRecord | null> {
  const twin = await store.getDebate({ tenant, debateId: twinIdOf(debateId) });
  return twin?.config.twinOf === debateId ? twin : null;
}

/** What a debate's workflow reports is complete, and stays true when the debate is deleted. */
function chargeOf(
  { bought, isLost }: EndedDebate,
  { record, twin }: { record: DebateRecord | null; twin: DebateRecord | null },
): Charge {
  const own = bought ?? (record ? bookedIn(record) : { spend: NO_SPEND, unsettled: NOTHING });
  const others = twin ? [bookedIn(twin)] : [];
  const lacksTwin = record?.state.twin?.id && !twin;
  return {
    spend: totalSpend([own, ...others].map(({ spend }) => spend)),
    unsettled: sumOf([own, ...others].map(({ unsettled }) => unsettled)),
    isKnown: !isLost && !lacksTwin && (bought !== undefined || record !== null),
  };
}

function bookedIn({ state }: DebateRecord): { spend: Spend; unsettled: Amount } {
  return { spend: boughtBy(state), unsettled: amountOf(state.unsettled ?? NO_SPEND) };
}

async function outcomeOf(
  { store }: Deps,
  of: { record: DebateRecord; item: Item; debate: EndedDebate; seed: string },
): Promise<Outcome> {
  const { record, item, debate, seed } = of;
  const { state, config, tenant, id } = record;
  const result = await store.records.get({ tenant, debateId: id }, RESULTS, { generation: state.generation });
  if (state.status !== "completed" || !result) return failed(debate.waitedFor ?? whyOf(record));
  const { answer, rounds } = answerOf(result, { config, form: formOf(item), seed });
  const found = judged(item, answer);
  // Without an answer there is nothing that the support could be of.
  if (answer !== null && found.correct !== null)
    await noteCase(store.records, record, { from: "expected", isRight: found.correct, result });
  return {
    status: "done",
    ...found,
    ...judgedOf(result, record),
    rounds: rounds.map(roundOf(item)),
  };
}

function whyOf({ state }: DebateRecord): string {
  return state.error?.message ?? `the debate was ${state.status}`;
}

function failed(why: string): Outcome {
  return { status: "failed", error: preview(why, LONGEST_ERROR) };
}

/** An answer that is not there is wrong, where the right one is known. */
function judged(item: Item, answer: string | null): Pick<Cell, "answer" | "correct"> {
  return { answer, correct: item.expected === null ? null : isRight(item, answer) };
}

function isRight(item: Item, answer: string | null): boolean {
  return answer !== null && item.expected !== null && isSameAnswer(answer, item.expected, formOf(item));
}

function roundOf(item: Item) {
  return (round: Pick<AnswerRound, "by" | "answers">): AnswerRound => ({
    ...round,
    right: item.expected === null ? null : round.answers.map((answer) => isRight(item, answer)),
  });
}

/** A vote that lacks one of its answers has failed: fewer would be another arm. */
async function endVote(deps: Deps, input: EndCellInput & { item: Item }): Promise<Ended> {
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
    return { outcome: { ...failed(why), spend }, charge: NONE };
  }
  const answers = samples.map(({ answer }) => answer);
  const counted = pluralityOf(answers, { form: formOf(item), seed: seedOf(experiment.experimentId, place) });
  return {
    outcome: {
      status: "done",
      spend,
      ...judged(item, counted.answer),
      ...(counted.tied && { tied: counted.tied }),
      rounds: [roundOf(item)({ answers })],
    },
    charge: NONE,
  };
}

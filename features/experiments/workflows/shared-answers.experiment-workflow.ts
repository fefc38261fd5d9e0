/** Answers that are given alone. Arms of one experiment share them: each is asked for once in a run. */

import { workflowInfo } from "@temporalio/workflow";
import { addAmount, NOTHING, times } from "../../../domain/play/budget/ledger.budget.ts";
import type { Amount } from "../../../domain/shapes/plan/plan.ts";
import { addSpend, NO_SPEND, spendOf } from "../../../domain/shapes/state/costs.state.ts";
import { PRIORITIES } from "../../../workflows/base/messages.workflow-base.ts";
import { modelActs } from "../../../workflows/steps/activity-proxies.ts";
import { faultOf } from "../../../workflows/steps/faults.step.ts";
import { withRetries } from "../../../workflows/steps/retries.step.ts";
import type { AskAloneInput } from "../activities/ask-alone.ts";
import type { ExperimentActivities } from "../activities/index.ts";
import type { CellPlan } from "../activities/plan-cells.ts";
import type { Charge } from "../domain/purse.ts";
import { answersNeed, type Voter } from "../domain/share.experiment.ts";
import { type AskedAnswer, placeOf } from "./asked.experiment-workflow.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";

interface Buying {
  cell: CellPlan;
  voters: Voter[];
  /** What the cell needs beside its answers. It stays set aside. */
  more?: Amount;
}

/**
 * In the order of the voters. All that the cell needs is set aside before the first answer is asked for. Null: it does not fit,
 * or the experiment was stopped; then nothing stays set aside.
 */
export async function buyAnswers(
  run: ExperimentRun,
  { cell, voters, more = NOTHING }: Buying,
): Promise<Exclude<AskedAnswer, { outcome: "not bought" }>[] | null> {
  let missing: Voter[] = [];
  const need = () => {
    missing = voters.filter((voter) => !run.answers.has(keyOf({ cell, voter })));
    return addAmount(more, answersNeed(missing));
  };
  if (!(await run.mayBegin()) || !(await run.budget.reserve(placeOf(cell), need, () => run.isStopped))) return null;
  const paid = new Set(missing);
  const asked = await Promise.all(voters.map((voter) => sharedAnswer(run, { cell, voter, isPaid: paid.has(voter) })));
  const bought = asked.filter((answer) => answer.outcome !== "not bought");
  if (bought.length === asked.length) return bought;
  run.budget.release(more);
  return null;
}

interface Asked {
  cell: CellPlan;
  voter: Voter;
}

function keyOf({ cell: { item, repetition }, voter: { number } }: Asked): string {
  return `${item}/${repetition}/${number}`;
}

/** `isPaid`: what it may take was set aside for it. */
function sharedAnswer(run: ExperimentRun, { isPaid, ...asked }: Asked & { isPaid: boolean }): Promise<AskedAnswer> {
  const key = keyOf(asked);
  const before = run.answers.get(key);
  // While this cell waited for its share, another one asked for the answer.
  if (before && isPaid) run.budget.release(answersNeed([asked.voter]));
  const answer = before ?? askAlone(run, asked);
  run.answers.set(key, answer);
  return answer;
}

/** A retry that does not fit is not made. It does not wait either: the cell holds a share that others may wait for. */
async function askAlone(run: ExperimentRun, asked: Asked): Promise<AskedAnswer> {
  const share = answersNeed([asked.voter]);
  let holds = true;
  const outcome = await withRetries(async (earlier) => {
    if (!holds || !(await run.goesOn())) return null;
    try {
      const answer = await run.heldUp.pass(() => attempt(run, { ...asked, failures: earlier }));
      if (!answer) return null;
      // An answer whose tokens were not all counted is charged in full too.
      const unseen = answer.killed + (answer.spend.uncounted ? 1 : 0);
      run.budget.charge({ spend: answer.spend, unsettled: times(unseen, asked.voter.reserve) });
      return answer;
    } catch (error) {
      run.budget.charge(chargeOf(error, { worst: asked.voter.reserve, share }));
      holds = run.budget.exchange(share, share);
      throw error;
    }
  });
  if (holds) run.budget.release(share);
  const spend = outcome.failures.map(({ data }) => spendOf(data)).reduce(addSpend, NO_SPEND);
  if (outcome.fault) return { outcome: { error: outcome.fault.message }, spend };
  const { value } = outcome;
  if (value?.heldUp) return { outcome: { error: value.heldUp.why }, spend };
  if (value) return { outcome: "answered", spend: addSpend(spend, value.spend) };
  const last = outcome.failures.at(-1)?.data.message;
  if (last === undefined || run.isStopped) return { outcome: "not bought", spend };
  return { outcome: { error: `${last}; the budget has no room for another attempt` }, spend };
}

function attempt(
  run: ExperimentRun,
  { cell, voter: { model, number }, failures }: Asked & { failures: AskAloneInput["failures"] },
) {
  const { durations, tenant } = run.input;
  const call = {
    plan: { tenant, durations },
    model,
    timeoutMs: durations.judgeTimeout,
    summary: "an answer",
    priorityKey: PRIORITIES.cell,
  };
  const { runId } = workflowInfo();
  const { experiment } = run;
  return modelActs<Pick<ExperimentActivities, "askAlone">>(call).askAlone({
    experiment,
    place: placeOf(cell),
    number,
    run: runId,
    durations,
    failures,
  });
}

/** An attempt that may have been billed unseen is charged in full. */
function chargeOf(error: unknown, { worst, share }: { worst: Amount; share: Amount }): Charge {
  const data = faultOf(error).events.find((event) => event.type === "judge.failed")?.data;
  if (!data) return { spend: NO_SPEND, unsettled: share };
  const isUnknown = data.unsettled === true || data.costUsd === null;
  return { spend: spendOf(data), ...(isUnknown && { unsettled: worst }) };
}

/** Answers that are given alone. Arms of one experiment share them: each is asked for once in a run. */
import { workflowInfo } from "@temporalio/workflow";
import type { AskAloneInput, AskedAlone } from "../../activities/experiments/ask-alone.ts";
import type { CellPlan, Voter } from "../../activities/experiments/plan-cells.ts";
import { addSpend, NO_SPEND, spendOf } from "../../domain/budget/costs.ts";
import type { Amount } from "../../domain/plan/plan.ts";
import type { Spend } from "../../domain/state/state.ts";
import { modelActs } from "../steps/activity-proxies.ts";
import { faultOf } from "../steps/faults.ts";
import { withRetries } from "../steps/retries.ts";
import type { AskedAnswer } from "./asked.ts";
import { placeOf } from "./asked.ts";
import type { ExperimentRun } from "./run.ts";

/** In the order of the voters. */
export function sharedAnswers(run: ExperimentRun, cell: CellPlan, voters: Voter[]): Promise<AskedAnswer[]> {
  return Promise.all(voters.map((voter) => sharedAnswer(run, { cell, voter })));
}

interface Asked {
  cell: CellPlan;
  voter: Voter;
}

function sharedAnswer(run: ExperimentRun, asked: Asked): Promise<AskedAnswer> {
  const { item, repetition } = asked.cell;
  const key = `${item}/${repetition}/${asked.voter.number}`;
  const answer = run.answers.get(key) ?? askAlone(run, asked);
  run.answers.set(key, answer);
  return answer;
}

/** Each call is set aside twice: a worker that dies in it may leave one attempt that is billed unseen. */
const ATTEMPTS = 2;

/** Each attempt is admitted by the budget. */
async function askAlone(run: ExperimentRun, asked: Asked): Promise<AskedAnswer> {
  let isRefused = false;
  const outcome = await withRetries(async (earlier) => {
    const answer = await run.heldUp.pass(() => attempt(run, { ...asked, failures: earlier }));
    isRefused = answer === null;
    return answer;
  });
  const failed = outcome.failures.map(({ data }) => spendOf(data)).reduce(addSpend, NO_SPEND);
  if (isRefused) return { outcome: "not bought", spend: failed };
  if (outcome.fault) return { outcome: { error: outcome.fault.message }, spend: failed };
  const { heldUp } = outcome.value ?? {};
  if (heldUp) return { outcome: { error: heldUp.why }, spend: failed };
  return { outcome: "answered", spend: addSpend(failed, outcome.value?.spend ?? NO_SPEND) };
}

/** Null: nothing more may be bought. */
async function attempt(
  run: ExperimentRun,
  { cell, voter, failures }: Asked & { failures: AskAloneInput["failures"] },
): Promise<AskedAlone | null> {
  const { durations, tenant } = run.input;
  const { model, number } = voter;
  const reserve = times(voter.reserve, ATTEMPTS);
  if (!(await run.mayBegin()) || !(await run.budget.reserve(reserve, () => run.isStopped))) return null;
  const call = { plan: { tenant, durations }, model, timeoutMs: durations.judgeTimeout, summary: "an answer" };
  const place = placeOf(cell);
  const { runId } = workflowInfo();
  try {
    const acts = modelActs(call);
    const answer = await acts.askAlone({ experiment: run.experiment, place, number, run: runId, durations, failures });
    run.budget.settle(reserve, { spend: answer.spend, unsettled: times(voter.reserve, answer.killed) });
    return answer;
  } catch (error) {
    run.budget.settle(reserve, chargeOf(error, voter.reserve));
    throw error;
  }
}

/** An attempt that may have been billed unseen is charged in full. */
function chargeOf(error: unknown, worst: Amount): { spend: Spend; unsettled?: Amount } {
  const data = faultOf(error).events.find((event) => event.type === "judge.failed")?.data;
  if (!data) return { spend: NO_SPEND, unsettled: times(worst, ATTEMPTS) };
  const isUnknown = data.unsettled === true || data.costUsd === null;
  return { spend: spendOf(data), ...(isUnknown && { unsettled: worst }) };
}

function times({ costMicroUsd, tokens }: Amount, count: number): Amount {
  return { costMicroUsd: costMicroUsd * count, tokens: tokens * count };
}

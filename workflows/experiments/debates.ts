/** A cell that is a debate: an ordinary debate of the tenant, as a child of the experiment's workflow. */
import { sleep } from "@temporalio/workflow";
import type { CellEnded } from "../../activities/experiments/end-cell.ts";
import type { CellPlan } from "../../activities/experiments/plan-cells.ts";
import { NO_SPEND } from "../../domain/budget/costs.ts";
import type { DebatePlan } from "../../domain/plan/plan.ts";
import { startDebate } from "../child-debate.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import { placeOf } from "./asked.ts";
import { amountOf } from "./budget.ts";
import type { ExperimentRun } from "./run.ts";

type DebateCell = Extract<CellPlan, { kind: "debate" }>;

/** Milliseconds between looks at a debate whose end its workflow does not report. */
const LOOK_MS = { first: 1_000, longest: 60_000 };

/** Null: it was not bought. */
export async function runDebate(run: ExperimentRun, cell: DebateCell): Promise<"done" | "failed" | null> {
  const { reserve } = cell;
  if (!(await run.mayBegin()) || !(await run.budget.reserve(reserve, () => run.isStopped))) return null;
  const { plan } = await storeActs("a debate of the experiment").beginCell({
    experiment: run.experiment,
    place: placeOf(cell),
    reserve,
  });
  const ended = plan && (await run.goesOn()) ? await debated(run, { cell, plan }) : null;
  run.budget.settle(reserve, ended ? { spend: ended.spend, unsettled: amountOf(ended.unsettled) } : NOTHING);
  return plan ? (ended?.status ?? null) : "failed";
}

const NOTHING = { spend: NO_SPEND };

async function debated(run: ExperimentRun, { cell, plan }: { cell: DebateCell; plan: DebatePlan }): Promise<CellEnded> {
  const { debateId } = plan;
  run.debates.set(debateId, null);
  const child = await startDebate(plan);
  // It reports its end; the store says what the end was.
  await child?.result().catch(() => {});
  for (let wait = LOOK_MS.first; ; wait = Math.min(LOOK_MS.longest, wait * 2)) {
    const debate = { id: debateId, waitedFor: run.debates.get(debateId) ?? null };
    const ended = await storeActs("the outcome of a debate").endCell({
      experiment: run.experiment,
      place: placeOf(cell),
      debate,
    });
    if (ended.status) {
      run.debates.delete(debateId);
      return ended;
    }
    await sleep(wait);
  }
}

/** A cell that is a debate: an ordinary debate of the tenant, as a child of the experiment's workflow. */
import { sleep } from "@temporalio/workflow";
import type { CellEnded } from "../../activities/experiments/end-cell.ts";
import type { CellPlan, Voter } from "../../activities/experiments/plan-cells.ts";
import { NO_SPEND } from "../../domain/budget/costs.ts";
import type { DebatePlan } from "../../domain/plan/plan.ts";
import { startDebate } from "../child-debate.ts";
import { PRIORITIES } from "../messages.ts";
import { cellActs } from "./activities.ts";
import { placeOf } from "./asked.ts";
import { amountOf } from "./budget.ts";
import { commandStarted } from "./commands.ts";
import type { ExperimentRun } from "./run.ts";
import { sharedAnswers } from "./shared-answers.ts";

type DebateCell = Extract<CellPlan, { kind: "debate" }>;

/** Milliseconds between looks at a debate whose end its workflow does not report. */
const LOOK_MS = { first: 1_000, longest: 60_000 };

/** Null: it was not bought. */
export async function runDebate(run: ExperimentRun, cell: DebateCell): Promise<"done" | "failed" | null> {
  const { reserve, first } = cell;
  const begins = first && (await firstAnswers(run, cell, first));
  if (begins === null) return null;
  if (!(await run.mayBegin()) || !(await run.budget.reserve(reserve, () => run.isStopped))) return null;
  // A cell that fails with its activities may have spent all of it.
  let outcome: Parameters<typeof run.budget.settle>[1] = { spend: NO_SPEND, unsettled: reserve };
  try {
    const { plan, queued } = await cellActs(run, "a debate of the experiment").beginCell({
      experiment: run.experiment,
      place: placeOf(cell),
      reserve,
      ...(begins && { first: begins }),
    });
    const ended = plan && (await run.goesOn()) ? await debated(run, { cell, plan, queued }) : null;
    outcome = ended ? { spend: ended.spend, unsettled: amountOf(ended.unsettled) } : NOTHING;
    return plan ? (ended?.status ?? null) : "failed";
  } finally {
    run.budget.settle(reserve, outcome);
  }
}

const NOTHING = { spend: NO_SPEND };

/** Numbers of the shared answers that are there. The debate itself asks for one that could not be had. Null: not bought. */
async function firstAnswers(run: ExperimentRun, cell: DebateCell, voters: Voter[]): Promise<number[] | null> {
  const asked = await sharedAnswers(run, cell, voters);
  if (asked.some(({ outcome }) => outcome === "not bought")) return null;
  return voters.flatMap(({ number }, i) => (asked[i]?.outcome === "answered" ? [number] : []));
}

async function debated(
  run: ExperimentRun,
  { cell, plan, queued }: { cell: DebateCell; plan: DebatePlan; queued?: true | undefined },
): Promise<CellEnded> {
  const { debateId } = plan;
  run.debates.set(debateId, null);
  const child = await startDebate(plan, { ...(queued && { queued }), priorityKey: PRIORITIES.cell });
  await commandStarted(run, debateId);
  // It reports its end; the store says what the end was.
  await child?.result().catch(() => {});
  for (let wait = LOOK_MS.first; ; wait = Math.min(LOOK_MS.longest, wait * 2)) {
    const debate = { id: debateId, waitedFor: run.debates.get(debateId) ?? null };
    const ended = await cellActs(run, "the outcome of a debate").endCell({
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

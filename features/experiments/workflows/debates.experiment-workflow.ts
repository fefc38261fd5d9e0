/** A cell that is a debate: an ordinary debate of the tenant, as a child of the experiment's workflow. */
import { sleep } from "@temporalio/workflow";
import { twinIdOf } from "../../../domain/base/ids.base.ts";
import { amountOf } from "../../../domain/play/budget/ledger.budget.ts";
import type { Amount, DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import { startDebate } from "../../../workflows/base/child-debate.workflow-base.ts";
import { type DebateReport, PRIORITIES } from "../../../workflows/base/messages.workflow-base.ts";
import type { CellEnded } from "../activities/end-cell.ts";
import type { CellPlan } from "../activities/plan-cells.ts";
import type { Charge } from "../domain/purse.ts";
import { debateNeed } from "../domain/share.experiment.ts";
import { cellActs } from "./activities.ts";
import { lostIn, placeOf } from "./asked.experiment-workflow.ts";
import { commandStarted } from "./commands.experiment-workflow.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";
import { buyAnswers } from "./shared-answers.experiment-workflow.ts";

type DebateCell = Extract<CellPlan, { kind: "debate" }>;

/** Milliseconds between looks at a debate whose end its workflow does not report. */
const LOOK_MS = { first: 1_000, longest: 60_000 };

/** Null: it was not bought. */
export async function runDebate(run: ExperimentRun, cell: DebateCell): Promise<"done" | "failed" | null> {
  const { first: voters = [], twin, whole = cell.reserve } = cell;
  const asked = await buyAnswers(run, { cell, voters, more: debateNeed(cell) });
  if (!asked) return null;
  const lost = lostIn(asked, voters);
  const place = { experiment: run.experiment, place: placeOf(cell) };
  // The debate asks for all answers itself where one could not be had.
  const reserve = lost.length > 0 ? whole : cell.reserve;
  const share = debateNeed({ reserve, twin });
  if (!run.budget.exchange(debateNeed(cell), share)) {
    const vote = { votes: voters.length, lost };
    return (await cellActs(run, "the outcome of a debate").endCell({ ...place, vote })).status;
  }
  const first = lost.length > 0 ? [] : voters.map(({ number }) => number);
  // A cell that fails with its activities may have spent all of it.
  let charge: Charge | null = { spend: NO_SPEND, unsettled: share };
  try {
    if (!(await run.goesOn())) {
      charge = null;
      return null;
    }
    const begun = await cellActs(run, "a debate of the experiment").beginCell({
      ...place,
      reserve,
      ...(first.length > 0 && { first }),
    });
    const { plan } = begun;
    const ended = plan && (await run.goesOn()) ? await debated(run, { ...begun, cell, plan, first }) : null;
    charge = ended && chargeOf(ended, share);
    return plan ? (ended?.status ?? null) : "failed";
  } finally {
    if (charge) run.budget.settle(share, charge);
    else run.budget.release(share);
  }
}

/** Where nobody knows what the debate took, it is charged its whole share. */
function chargeOf({ spend, unsettled, isKnown }: CellEnded, share: Amount): Charge {
  const known = amountOf(spend);
  const rest = (unit: keyof Amount) => (isKnown ? unsettled[unit] : Math.max(0, share[unit] - known[unit]));
  return { spend, unsettled: { costMicroUsd: rest("costMicroUsd"), tokens: rest("tokens") } };
}

interface Debated {
  cell: DebateCell;
  plan: DebatePlan;
  queued?: true | undefined;
  /** Numbers of the answers that it begins with. */
  first: number[];
}

async function debated(run: ExperimentRun, { cell, plan, queued, first }: Debated): Promise<CellEnded> {
  const { debateId: id } = plan;
  run.debates.set(id, null);
  // A pause and a stop reach its twin too.
  const twinId = cell.twin && twinIdOf(id);
  if (twinId) run.debates.set(twinId, null);
  const { publicUrl } = run.input;
  const child = await startDebate(plan, {
    ...(queued && { queued }),
    ...(publicUrl && { publicUrl }),
    priorityKey: PRIORITIES.cell,
  });
  for (const each of twinId ? [id, twinId] : [id]) await commandStarted(run, each);
  // It reports its end; the store says what the end was.
  const lost = (): DebateReport => ({ isLost: true });
  const report = (await child?.result().catch(lost)) as DebateReport | undefined;
  for (let wait = LOOK_MS.first; ; wait = Math.min(LOOK_MS.longest, wait * 2)) {
    const debate = { id, waitedFor: run.debates.get(id) ?? null, first, ...report };
    const ended = await cellActs(run, "the outcome of a debate").endCell({
      experiment: run.experiment,
      place: placeOf(cell),
      debate,
    });
    if (ended.status) {
      for (const over of [id, twinId]) if (over) run.debates.delete(over);
      return ended;
    }
    // Nobody waits for the twin of a debate that is over.
    if (ended.twinId) await run.command("stop", { mode: "abandon", reason: "its debate is over" }, [ended.twinId]);
    await sleep(wait);
  }
}

/**
 * A tenant's experiments take turns. Each asks for a place: when it begins, when it is called, and now and then in case a call
 * was lost. The line is part of the tenant's ledger, so it needs neither a lock nor a leader.
 */
import { Context } from "@temporalio/activity";
import { WorkflowNotFoundError } from "@temporalio/common";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { changeLine, lineOf } from "../../../domain/around/quotas/line.quota.ts";
import {
  cellsOfEach,
  joined,
  LINE_LIMITS,
  type Line,
  movedUp,
  positionIn,
  without,
} from "../../../domain/around/quotas/waiting-line.ts";
import { INTERNAL_SIGNALS } from "../../../domain/shapes/internal-signals.ts";
import type { OfExperiment } from "../domain/experiment-records.ts";

type Deps = Pick<ActivityDeps, "store" | "now" | "experiments">;

export interface Turn {
  /** From 1; null: it has a place. */
  position: number | null;
  /** Cells that it may have under way. */
  cells: number;
}

/** May be repeated: it keeps its place, or its position. */
export const askTurn =
  (deps: Deps) =>
  async ({ experiment: { tenant, experimentId: id } }: { experiment: OfExperiment }): Promise<Turn> => {
    const cells = cellsOfEach(deps.experiments ?? LINE_LIMITS);
    const line = await change(deps, tenant, (before) => joined(before, id));
    if (positionIn(line, id) === null) return { position: null, cells };
    // One whose workflow was closed from outside has not left.
    const closed = await closedOf(line.running);
    const now = closed.length > 0 ? await change(deps, tenant, (before) => without(before, closed)) : line;
    return { position: positionIn(now, id), cells };
  };

/** May be repeated. */
export const leaveTurn =
  (deps: Deps) =>
  async ({ experiment: { tenant, experimentId: id } }: { experiment: OfExperiment }): Promise<void> => {
    await change(deps, tenant, (before) => without(before, [id]));
  };

/** Changes the line, and calls those who have a place now. */
async function change(
  { store, now, experiments = LINE_LIMITS }: Deps,
  tenant: string,
  by: (line: Line) => Line,
): Promise<Line> {
  const { line, called } = await store.quotas.change(tenant, (before) => {
    const ledger = changeLine(before, now(), (found) => movedUp(by(found), experiments));
    const { running } = lineOf(before);
    const after = lineOf(ledger);
    return { ledger, answer: { line: after, called: after.running.filter((id) => !running.includes(id)) } };
  });
  const { client } = Context.current();
  await Promise.allSettled(called.map((id) => client.workflow.getHandle(id).signal(INTERNAL_SIGNALS.called)));
  return line;
}

async function closedOf(ids: string[]): Promise<string[]> {
  const { client } = Context.current();
  const states = await Promise.all(
    ids.map(async (id) => {
      try {
        const { status } = await client.workflow.getHandle(id).describe();
        return status.name === "RUNNING" || status.name === "CONTINUED_AS_NEW" ? [] : [id];
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return [id];
        throw error;
      }
    }),
  );
  return states.flat();
}

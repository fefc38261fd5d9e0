/** An experiment joins its tenant's line when it is created. Its workflow asks for a place (`features/experiments/activities/turns.experiment-activity.ts`). */

import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { changeLine, lineOf } from "../../../domain/around/quotas/line.quota.ts";
import { isIn, joined, MOST_WAITING, without } from "../../../domain/around/quotas/waiting-line.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { OfExperiment } from "../domain/experiment-records.ts";

type Deps = Pick<AppDeps, "store" | "now">;

/** Seconds, since only the end of another experiment makes room. */
const RETRY_AFTER = 30;

/** May be repeated. Throws `quota-exceeded` if too many wait already. */
export async function joinLine({ store, now }: Deps, { tenant, experimentId: id }: OfExperiment): Promise<void> {
  const isFull = await store.quotas.change<boolean>(tenant, (before) => {
    const line = lineOf(before);
    if (!isIn(line, id) && line.waiting.length >= MOST_WAITING) return { ledger: before, answer: true };
    return { ledger: changeLine(before, now(), (found) => joined(found, id)), answer: false };
  });
  if (!isFull) return;
  const figures = { limit: "queue", of: "tenant", max: MOST_WAITING, used: MOST_WAITING, needed: 1 };
  const message = `${MOST_WAITING} experiments wait already; stop one, or try again once another is over`;
  throw new ParleyError("quota-exceeded", message, { ...figures, resetsAt: null, retryAfter: RETRY_AFTER });
}

/** Of an experiment whose workflow does not run. May be repeated. */
export async function leaveLine({ store, now }: Deps, { tenant, experimentId }: OfExperiment): Promise<void> {
  await store.quotas.change(tenant, (before) => {
    const ledger = changeLine(before, now(), (found) => without(found, [experimentId]));
    return { ledger, answer: null };
  });
}

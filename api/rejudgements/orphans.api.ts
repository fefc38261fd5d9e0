/** Ends rejudgements whose workflows were closed from outside, when somebody reads their debate. */

import {
  mayBeOrphanedRejudgement,
  orphaned,
  whyNoRuling,
} from "../../domain/around/rejudgement/orphans.rejudgement.ts";
import type { StoredRejudgement } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { REJUDGE_BALLOTS, REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { replaceRejudgement } from "../../store/records/rejudgements.records.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import { DESCRIBE_MS } from "../debates/orphans.debates-api.ts";
import { createThrottle } from "../debates/throttle.ts";

type Deps = Pick<AppDeps, "store" | "temporal" | "logger" | "now" | "settings">;

/** Returns the debate after the end of its orphans; unchanged if there are none or Temporal does not answer. */
export function createRejudgementEnder(deps: Deps) {
  const { store, logger, now, settings } = deps;
  const isDue = createThrottle();
  return async (record: DebateRecord): Promise<DebateRecord> => {
    const key = keyOf(record);
    const at = now();
    if (!hasRunning(record) || !isDue(record.id, at.getTime())) return record;
    const running = (await store.records.list(key, REJUDGEMENTS, {})).filter(({ rejudgement }) =>
      mayBeOrphanedRejudgement(rejudgement, at, settings.stillMs),
    );
    if (running.length === 0) return record;
    try {
      const ended = await Promise.all(running.map((stored) => endOrphan(deps, { key, stored, at })));
      return ended.includes(true) ? ((await store.getDebate(key)) ?? record) : record;
    } catch (error) {
      const about = { debateId: record.id, error: (error as Error).name };
      logger.warn(about, "a rejudgement could not be checked against its workflow");
      return record;
    }
  };
}

/** META keeps every status that a rejudgement had. */
function hasRunning({ rejudged = [] }: DebateRecord): boolean {
  const had = new Set(rejudged);
  return rejudged.some((entry) => {
    const [id, status] = entry.split(":");
    return status === "running" && !had.has(`${id}:completed`) && !had.has(`${id}:failed`);
  });
}

async function endOrphan(
  { store, temporal, logger }: Deps,
  { key, stored, at }: { key: DebateKey; stored: StoredRejudgement; at: Date },
): Promise<boolean> {
  const { rejudgement, run } = stored;
  if (!run) return false;
  const describe = () => temporal.workflow.getHandle(run.workflowId).describe();
  const reason = await temporal.withDeadline(Date.now() + DESCRIBE_MS, () => whyNoRuling(rejudgement, at, describe));
  if (reason === null) return false;
  // It may have ended by itself since it was read.
  const now = await store.records.get(key, REJUDGEMENTS, { id: rejudgement.id });
  if (now?.rejudgement.status !== "running") return true;
  const ballots = await store.records.list(key, REJUDGE_BALLOTS, { rejudgement: rejudgement.id });
  await replaceRejudgement(store, key, { ...now, rejudgement: orphaned(now.rejudgement, { ballots, at, reason }) });
  logger.warn({ debateId: key.debateId, rejudgement: rejudgement.id, reason }, "a rejudgement was closed from outside");
  return true;
}

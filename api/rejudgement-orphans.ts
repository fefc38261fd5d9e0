/** Mends rejudgements whose workflows were closed from outside, when somebody reads their debate. */
import { mayBeOrphanedRejudgement, orphaned, whyNoRuling } from "../domain/judging/rejudgement-orphans.ts";
import type { DebateKey, DebateRecord, StoredRejudgement } from "../store/port/debates.ts";
import type { AppDeps } from "./context.ts";
import { createLooks } from "./looks.ts";
import { LOOK_MS } from "./orphans.ts";

type Deps = Pick<AppDeps, "store" | "temporal" | "logger" | "now" | "settings">;

/** Gives the debate as it is, or as it is once mended; as it is, too, when Temporal does not answer. */
export function createRejudgementMender(deps: Deps) {
  const { store, logger, now, settings } = deps;
  const isDue = createLooks();
  return async (record: DebateRecord): Promise<DebateRecord> => {
    const key = { tenant: record.tenant, debateId: record.id };
    const at = now();
    if (!hasRunning(record) || !isDue(record.id, at.getTime())) return record;
    const running = (await store.listRejudgements(key)).filter(({ rejudgement }) =>
      mayBeOrphanedRejudgement(rejudgement, at, settings.stillMs),
    );
    if (running.length === 0) return record;
    try {
      const ended = await Promise.all(running.map((stored) => mended(deps, { key, stored, at })));
      return ended.includes(true) ? ((await store.getDebate(key)) ?? record) : record;
    } catch (error) {
      const about = { debateId: record.id, error: (error as Error).name };
      logger.warn(about, "a rejudgement could not be checked against its workflow");
      return record;
    }
  };
}

/** META keeps each status that one had. */
function hasRunning({ rejudged = [] }: DebateRecord): boolean {
  const had = new Set(rejudged);
  return rejudged.some((entry) => {
    const [id, status] = entry.split(":");
    return status === "running" && !had.has(`${id}:completed`) && !had.has(`${id}:failed`);
  });
}

async function mended(
  { store, temporal, logger }: Deps,
  { key, stored, at }: { key: DebateKey; stored: StoredRejudgement; at: Date },
): Promise<boolean> {
  const { rejudgement, run } = stored;
  if (!run) return false;
  const describe = () => temporal.workflow.getHandle(run.workflowId).describe();
  const reason = await temporal.withDeadline(Date.now() + LOOK_MS, () => whyNoRuling(rejudgement, at, describe));
  if (reason === null) return false;
  // It may have ended by itself between the two looks.
  const now = (await store.listRejudgements(key)).find((each) => each.rejudgement.id === rejudgement.id);
  if (now?.rejudgement.status !== "running") return true;
  const ballots = await store.listRejudgeBallots(key, rejudgement.id);
  await store.endRejudgement(key, { ...now, rejudgement: orphaned(now.rejudgement, { ballots, at, reason }) });
  logger.warn({ debateId: key.debateId, rejudgement: rejudgement.id, reason }, "a rejudgement was closed from outside");
  return true;
}

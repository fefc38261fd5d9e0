/**
 * Ends debates whose workflows were closed from outside, without waiting for a reader
 * (docs/design/debate.md#12-lifecycle). Temporal's list of running debates comes a thousand at a time, so those that wait
 * for their owners cost a request for a thousand of them. Only the others are read.
 */
import { Context } from "@temporalio/activity";
import { mayBeOrphan, whyOrphan } from "../../domain/play/beginning/orphans.beginning.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Store } from "../../store/port/store.ts";
import type { ListedDebate, ListPlace } from "../../store/port/upkeep.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { callNext } from "../quotas/call-next.ts";

/** Entries have about 250 bytes, and a request returns a megabyte at most. */
const PAGE = 2_000;

/**
 * Handles every listed debate and counts the outcomes. A retry continues from the last page, and one debate that fails
 * does not stop the others.
 */
async function sweepPages<O extends string>(
  store: Store,
  handle: (entry: ListedDebate) => Promise<O>,
): Promise<(outcome: O | "failed") => number> {
  const context = Context.current();
  const counts = new Map<O | "failed", number>();
  let after = (context.info.heartbeatDetails as ListPlace | undefined) ?? null;
  do {
    const { debates, next } = await store.upkeep.list({ after, limit: PAGE });
    for (const entry of debates) {
      context.cancellationSignal.throwIfAborted();
      const outcome = await handle(entry).catch(() => "failed" as const);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      context.heartbeat(after);
    }
    after = next;
    context.heartbeat(after);
  } while (after);
  return (outcome) => counts.get(outcome) ?? 0;
}

/** Milliseconds after which an entry without a debate is stale: its creation has failed. */
const CREATION_MS = 300_000;

type Deps = Pick<ActivityDeps, "store" | "now">;

export interface SweepInput {
  /** Debates with a write in this many milliseconds are skipped. */
  stillMs?: number;
}

export const sweepOrphans =
  (deps: Deps) =>
  async (input: SweepInput): Promise<{ seen: number; ended: number; failed: number }> => {
    const { store } = deps;
    const running = await runningDebates();
    const count = await sweepPages(store, async (entry) =>
      running.has(entry.debateId) ? "left" : check(deps, { ...input, entry }),
    );
    const [ended, failed] = [count("ended"), count("failed")];
    return { seen: count("left") + ended + failed, ended, failed };
  };

/** Most that Temporal lists in one response. */
const LISTED = 1_000;

/** Ids of the debates whose workflows run. The list is seconds late: one that has just begun or ended may be wrong in it. */
async function runningDebates(): Promise<Set<string>> {
  const { client, info, heartbeat } = Context.current();
  const query = 'WorkflowType = "debateWorkflow" AND ExecutionStatus = "Running"';
  const ids = new Set<string>();
  for await (const { workflowId } of client.workflow.list({ query, pageSize: LISTED })) {
    ids.add(workflowId);
    if (ids.size % LISTED === 0) heartbeat(info.heartbeatDetails);
  }
  return ids;
}

async function check(
  { store, now }: Deps,
  { entry, stillMs }: SweepInput & { entry: ListedDebate },
): Promise<"ended" | "left"> {
  const { tenant, debateId, registeredAt } = entry;
  const at = now().getTime();
  const record = await store.getDebate({ tenant, debateId });
  if (record ? isTerminal(record.state.status) : at - registeredAt > CREATION_MS) {
    await store.quotas.settle({ tenant, debateId }, record && record.state);
    await store.upkeep.forget({ tenant, debateId });
    await callNext(store, tenant);
  }
  if (!record) return "left";
  const watched = { ...record, touchedAt: record.touchedAt ?? registeredAt };
  if (!mayBeOrphan(watched, at, stillMs)) return "left";
  const { client } = Context.current();
  const reason = await whyOrphan(watched, at, () => client.workflow.getHandle(debateId).describe());
  if (reason === null) return "left";
  await store.endOrphan({ tenant, debateId }, { at: new Date(at).toISOString(), reason });
  await callNext(store, tenant);
  return "ended";
}

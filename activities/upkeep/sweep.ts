/**
 * Ends debates whose workflows were closed from outside, without waiting for a reader
 * (docs/design/debate.md#12-lifecycle).
 */
import { Context } from "@temporalio/activity";
import { isTerminal } from "../../domain/lifecycle.ts";
import { mayBeOrphan, whyOrphan } from "../../domain/orphans.ts";
import type { ListedDebate } from "../../store/port/upkeep.ts";
import type { ActivityDeps } from "../deps.ts";
import { callNext } from "../quotas/call-next.ts";
import { sweepPages } from "./sweep-pages.ts";

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
    const count = await sweepPages({ store, list: "OPEN" }, (entry) => check(deps, { ...input, entry }));
    const [ended, failed] = [count("ended"), count("failed")];
    return { seen: count("left") + ended + failed, ended, failed };
  };

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

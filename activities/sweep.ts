/** Ends the debates whose workflows were closed from outside, without waiting for a reader (spec §1.2). */
import { Context } from "@temporalio/activity";
import { isTerminal } from "../domain/lifecycle.ts";
import { mayBeOrphan, whyOrphan } from "../domain/orphans.ts";
import type { OpenDebates, OpenPlace } from "../store/port/debates.ts";
import type { ActivityDeps } from "./index.ts";

const PAGE = 50;
/** An entry without a debate: its creation may still be under way. Milliseconds. */
const CREATION_MS = 300_000;

type Entry = Awaited<ReturnType<OpenDebates["list"]>>["debates"][number];
type Deps = Pick<ActivityDeps, "store" | "now">;

export interface SweepInput {
  /** Debates that wrote something since then are left alone, milliseconds. */
  stillMs?: number;
}

/** Goes on where an attempt before it was cut off. One debate that can not be checked does not keep it from the rest. */
export const sweepOrphans =
  (deps: Deps) =>
  async (input: SweepInput): Promise<{ seen: number; ended: number; failed: number }> => {
    const context = Context.current();
    const sums = { seen: 0, ended: 0, failed: 0 };
    let after = (context.info.heartbeatDetails as OpenPlace | undefined) ?? null;
    do {
      const { debates, next } = await deps.store.openDebates.list({ after, limit: PAGE });
      for (const entry of debates) {
        context.cancellationSignal.throwIfAborted();
        const outcome = await check(deps, { ...input, entry }).catch(() => "failed" as const);
        sums.seen += 1;
        if (outcome !== "left") sums[outcome] += 1;
        context.heartbeat(after);
      }
      after = next;
      context.heartbeat(after);
    } while (after);
    return sums;
  };

async function check(
  { store, now }: Deps,
  { entry, stillMs }: SweepInput & { entry: Entry },
): Promise<"ended" | "left"> {
  const { tenant, debateId, registeredAt } = entry;
  const at = now().getTime();
  const record = await store.getDebate({ tenant, debateId });
  if (record ? isTerminal(record.state.status) : at - registeredAt > CREATION_MS)
    await store.openDebates.forget({ tenant, debateId });
  if (!record) return "left";
  const watched = { ...record, touchedAt: record.touchedAt ?? registeredAt };
  if (!mayBeOrphan(watched, at, stillMs)) return "left";
  const { client } = Context.current();
  const reason = await whyOrphan(watched, at, () => client.workflow.getHandle(debateId).describe());
  if (reason === null) return "left";
  await store.endOrphan({ tenant, debateId }, { at: new Date(at).toISOString(), reason });
  return "ended";
}

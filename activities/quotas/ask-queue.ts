/** Whether a waiting debate's turn has come. Whoever is let in at the same time is called. */
import { ask, positionOf } from "../../domain/around/quotas/admission.quota.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { callNext } from "./call-next.ts";

export const askQueue =
  ({ store, now }: Pick<ActivityDeps, "store" | "now">) =>
  async ({ debate }: { debate: DebateKey }): Promise<{ position: number | null }> => {
    const { tenant, debateId } = debate;
    const at = now();
    const position = await store.quotas.change<number | null>(tenant, (before) => {
      const ledger = before && ask(before, debateId, at);
      return { ledger, answer: ledger && positionOf(ledger, debateId) };
    });
    await callNext(store, tenant);
    return { position };
  };

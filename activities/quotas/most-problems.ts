/** A debate's limit in USD has changed: more is set aside for it where a limit of its key or tenant holds. */

import { changeMost } from "../../domain/around/quotas/admission.quota.ts";
import { NEEDS_MOST, quotaExceeded } from "../../domain/around/quotas/refusal.quota.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { microLimitOf } from "../../domain/shapes/state/costs.state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** Why it cannot have this limit; empty: it has. */
export async function mostProblems(
  { store, now }: Pick<ActivityDeps, "store" | "now">,
  { debate, config }: { debate: DebateKey; config: DebateConfig },
): Promise<Problem[]> {
  const at = now();
  const usd = config.budget?.maxCostUsd;
  const most = usd === undefined ? null : microLimitOf(usd);
  return store.quotas.change<Problem[]>(debate.tenant, (before) => {
    if (!before) return { ledger: null, answer: [] };
    const { ledger, excess, isNeeded } = changeMost(before, { id: debate.debateId, most }, at);
    const detail = excess && quotaExceeded(excess, at).message;
    return { ledger, answer: detail ? [{ ...NEEDS_MOST, detail }] : isNeeded ? [NEEDS_MOST] : [] };
  });
}

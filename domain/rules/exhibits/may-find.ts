/** Whether a debate may find exhibits: those that cannot are spared the reads. */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

export function mayFind({
  passages,
  participants,
  judge,
}: Pick<DebateConfig, "passages" | "participants" | "judge">): boolean {
  return passages !== undefined || [...participants, judge].some((who) => who?.tooling !== undefined);
}

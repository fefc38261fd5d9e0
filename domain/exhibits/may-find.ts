/** Whether a debate may find exhibits: those that cannot are spared the reads. */
import type { DebateConfig } from "../plan/config.ts";

export function mayFind({ passages }: Pick<DebateConfig, "passages">): boolean {
  return passages !== undefined;
}

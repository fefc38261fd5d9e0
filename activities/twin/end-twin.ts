/** Whether the twin debate is over, and whether its ballots count. */
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";

/** null: it is not over. `why`: its ballots do not count. */
export type TwinEnded = { why: string | null } | null;

export const endTwin =
  ({ store }: Pick<ActivityDeps, "store">) =>
  async ({ twin }: { twin: DebateKey }): Promise<TwinEnded> => {
    const record = await store.getDebate(twin);
    if (!record) return { why: "it was deleted" };
    const { status, result } = record.state;
    if (!isTerminal(status)) return null;
    return {
      why: status === "completed" && result?.type === "verdict" ? null : `it ended as ${status} without a verdict`,
    };
  };

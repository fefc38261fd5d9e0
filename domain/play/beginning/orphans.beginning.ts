/**
 * A debate whose workflow was closed from outside cannot record its own end. The process that notices it records it
 * (docs/design/debate.md#12-lifecycle).
 */

import { initialState } from "../../rules/protocols/initial-state.ts";
import { situationOf } from "../../rules/state/situation.ts";
import { isTerminal, move } from "../../shapes/lifecycle.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { DraftEvent, EventPayloads } from "../events/events.ts";
import { planWithoutRun } from "./create-plan.ts";

/** Reasons by Temporal's name for a workflow's end. */
const ENDS: Record<string, string> = {
  TERMINATED: "the workflow was terminated",
  CANCELLED: "the workflow was cancelled",
  FAILED: "the workflow failed",
  TIMED_OUT: "the workflow timed out",
  COMPLETED: "the workflow ended before the debate did",
  NOT_FOUND: "the workflow is gone",
};

/** Checked before asking Temporal. */
interface Watched {
  version: number;
  /** When META was last written, milliseconds since 1970. */
  touchedAt: number;
  state: Pick<DebateState, "status">;
  config: Pick<DebateConfig, "imported">;
}

/** Milliseconds without a write after which a debate may be an orphan; longer than a creation takes. */
export const STILL_MS = 15_000;
/**
 * A failed creation may be repeated with its key, so a debate that never had a workflow has this long. Milliseconds.
 */
const UNBORN_MS = 300_000;

export function mayBeOrphan({ state, config, touchedAt }: Watched, at: number, stillMs = STILL_MS): boolean {
  return !isTerminal(state.status) && !config.imported && at - touchedAt >= stillMs;
}

/** Why the workflow can write no more; null while it can. Throws if Temporal does not answer. */
export async function whyOrphan(
  record: Pick<Watched, "version" | "touchedAt">,
  at: number,
  describe: () => Promise<{ status: { name: string } }>,
): Promise<string | null> {
  const end = await endOf(describe);
  if (end === "NOT_FOUND" && record.version === 1 && at - record.touchedAt < UNBORN_MS) return null;
  return ENDS[end] ?? null;
}

async function endOf(describe: () => Promise<{ status: { name: string } }>): Promise<string> {
  try {
    return (await describe()).status.name;
  } catch (error) {
    if (error instanceof Error && error.name === "WorkflowNotFoundError") return "NOT_FOUND";
    throw error;
  }
}

/** The state before the first event. */
export function unwritten(key: { tenant: string; debateId: string }, config: DebateConfig): DebateState {
  return initialState(planWithoutRun(config, key));
}

/** The events missing at the end of the log. */
export function endingOf(state: DebateState, { at, reason }: { at: string; reason: string }): DraftEvent[] {
  const by = "cancelledFromOutside";
  const status = move(situationOf(state), by);
  if (!status) return [];
  const { round } = state;
  const moved: EventPayloads["debate.status"] = { status, phase: null, round, pausing: false, by, reason };
  return [
    { type: "debate.status", at, data: moved },
    { type: "debate.cancelled", at, data: { status: "cancelled", reason } },
  ];
}

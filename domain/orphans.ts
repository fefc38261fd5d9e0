/**
 * A debate whose workflow was closed from outside can not tell its end: whoever finds it does (spec §1.2). Pure, but for
 * the question itself, which the caller asks.
 */
import type { DebateConfig } from "./config.ts";
import type { DebateState } from "./debate-state.ts";
import type { DraftEvent, EventPayloads } from "./events.ts";
import { isTerminal, move } from "./lifecycle.ts";
import type { Durations } from "./plan.ts";
import { planOf } from "./plan-of.ts";
import { initialState, reduce, situationOf } from "./state.ts";

/** How Temporal names the ends of a workflow, and what is said of them. */
const ENDS: Record<string, string> = {
  TERMINATED: "the workflow was terminated",
  CANCELLED: "the workflow was cancelled",
  FAILED: "the workflow failed",
  TIMED_OUT: "the workflow timed out",
  COMPLETED: "the workflow ended before the debate did",
  NOT_FOUND: "the workflow is gone",
};

/** What is looked at before Temporal is asked. */
interface Watched {
  version: number;
  /** When META was last written, milliseconds since 1970. */
  touchedAt: number;
  state: Pick<DebateState, "status">;
  config: Pick<DebateConfig, "imported">;
}

/** A debate that writes nothing for so long may be one; longer than a creation takes. Milliseconds. */
export const STILL_MS = 15_000;
/** A creation that died may be repeated with its key: a debate that has never had a workflow is left that long. */
const UNBORN_MS = 300_000;

export function mayBeOrphan({ state, config, touchedAt }: Watched, at: number, stillMs = STILL_MS): boolean {
  return !isTerminal(state.status) && !config.imported && at - touchedAt >= stillMs;
}

/** Why the workflow can write no more; null while it can. Throws when Temporal does not say. */
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

/** Before the first event. Durations do not count here. */
export function unwritten(key: { tenant: string; debateId: string }, config: DebateConfig): DebateState {
  const durations = (config.defaults ?? {}) as Durations;
  return initialState(planOf({ ...key, config, durations, continueAfterEvents: 0 }));
}

/** The events that are missing at the end of a log that makes this state. */
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

export function foldedOver(state: DebateState, events: DraftEvent[]): DebateState {
  return events.reduce(reduce, state);
}

/** How a run stands, for whoever follows it. */
import { isTerminal, type Status } from "../../shapes/lifecycle.shape.ts";

/**
 * `stuck`: it cannot go on unless its owner has it tried again. `over`: it has a result. `asking`: it waits for an answer to
 * what `openAsk` returns.
 */
export type Standing = "queued" | "running" | "asking" | "stuck" | "over" | "stopped" | "failed";

/**
 * How the run of a debate stands; `pending` is what it asks its owner, null for nothing.
 *
 * @example
 * standingOf({ status: "running", startedAt: "2026-11-28T10:00:00Z", pending: null }) // → "running"
 * standingOf({ status: "cancelled", startedAt: null, pending: null }) // → "stopped"
 */
export function standingOf({ status, startedAt, pending }: Stage): Standing {
  if (status === "completed") return "over";
  if (isTerminal(status)) return status === "failed" ? "failed" : "stopped";
  if (pending) return "asking";
  if (status === "error") return "stuck";
  return startedAt === null ? "queued" : "running";
}

interface Stage {
  status: Status;
  startedAt: string | null;
  pending: unknown;
}

/** Nothing more is told, unless the owner has a fault tried again. */
export function isAtRest({ status }: Pick<Stage, "status">): boolean {
  return isTerminal(status) || status === "error";
}

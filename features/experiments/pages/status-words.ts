/** Statuses of experiments in words. */
import type { ExperimentStatus } from "../../../domain/shapes/experiment-status.ts";

const WORDS: Record<ExperimentStatus, string> = {
  queued: "In line",
  running: "Running",
  paused: "Paused",
  completed: "Completed",
  failed: "Failed",
  stopped: "Stopped",
  out_of_budget: "Out of its budget",
};

export function statusWord(status: ExperimentStatus): string {
  return WORDS[status];
}

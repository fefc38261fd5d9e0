/** Statuses of experiments. The API's client knows them too, also where an install leaves experiments out. */

export const EXPERIMENT_STATUSES = [
  "queued",
  "running",
  "paused",
  "completed",
  "failed",
  "stopped",
  "out_of_budget",
] as const;
export type ExperimentStatus = (typeof EXPERIMENT_STATUSES)[number];

const ENDED: readonly ExperimentStatus[] = ["completed", "failed", "out_of_budget"];

/**
 * Nothing more will happen to it, unless arms are added. A stopped one waits for its cells under way.
 *
 * @example
 * isOver({ status: "stopped", running: 2 }) // → false
 */
export function isOver({ status, running }: { status: ExperimentStatus; running: number }): boolean {
  return ENDED.includes(status) || (status === "stopped" && running === 0);
}

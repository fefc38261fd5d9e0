/** What an experiment's workflow is given, and its owner's commands. */
import { defineUpdate } from "@temporalio/workflow";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import type { Most, Progress } from "../domain/experiment.ts";

/** One experiment: its definition, items and cells are in the store. */
export interface ExperimentInput {
  tenant: string;
  experimentId: string;
  continueAfterEvents: number;
  durations: Durations;
  /** As in `DebateInput`. */
  publicUrl?: string;
  /** From the run before, when the workflow continues as new. */
  carried?: ExperimentCarry;
}

interface ExperimentCarry {
  progress: Progress;
  /** The number of the next cell. */
  next: number;
  /** Arms were added since the cells were counted from 0. */
  again: boolean;
  /** Cells that may be under way; left out where it has not stood in line yet. */
  cells?: number;
}

export const EXPERIMENT_COMMANDS = ["pause", "resume", "stop"] as const;

export type ExperimentCommand = (typeof EXPERIMENT_COMMANDS)[number];

/** A refusal has the type `REFUSED.illegal`, and the status as its first detail. */
export const EXPERIMENT_UPDATES = {
  pause: defineUpdate<Progress>("pauseExperiment"),
  resume: defineUpdate<Progress>("resumeExperiment"),
  stop: defineUpdate<Progress>("stopExperiment"),
  extend: defineUpdate<Progress, [ExtendInput]>("extendExperiment"),
};

/** `extend` only. A new budget is refused with the type `REFUSED.tooLow`, and the least that it can be as its first detail. */
export interface ExtendInput {
  most?: Most;
}

/** What the workflow of a schedule's run is given. */
import { defineSearchAttributeKey } from "@temporalio/common";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import type { OfSchedule } from "../domain/schedule-records.ts";

/** One run of a schedule, whose request is in the store. */
export interface ScheduledInput {
  schedule: OfSchedule;
  durations: Durations;
  /** As in `DebateInput`. */
  publicUrl?: string;
  continueAfterEvents: number;
}

/** Temporal sets it: the time that the schedule names. */
export const SCHEDULED_START = defineSearchAttributeKey("TemporalScheduledStartTime", "DATETIME");

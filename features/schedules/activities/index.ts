/** The activities of schedules. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { beginRun } from "./begin-run.ts";

export function scheduleActivities(deps: ActivityDeps) {
  return { beginRun: beginRun(deps) };
}

export type ScheduleActivities = ReturnType<typeof scheduleActivities>;

/** The activities of backlogs. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { carryOut } from "./carry-out.ts";

export function backlogActivities(deps: ActivityDeps) {
  return { carryOut: carryOut(deps) };
}

export type BacklogActivities = ReturnType<typeof backlogActivities>;

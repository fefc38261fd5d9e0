/** The activities of experiments. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { askAlone } from "./ask-alone.ts";
import { beginCell } from "./begin-cell.ts";
import { endCell } from "./end-cell.ts";
import { planCells } from "./plan-cells.ts";
import { readProgress, saveProgress } from "./save-progress.ts";
import { askTurn, leaveTurn } from "./turns.experiment-activity.ts";
import { whyFailed } from "./why-failed.ts";

export function experimentActivities(deps: ActivityDeps) {
  return {
    planCells: planCells(deps),
    askTurn: askTurn(deps),
    leaveTurn: leaveTurn(deps),
    beginCell: beginCell(deps),
    endCell: endCell(deps),
    askAlone: askAlone(deps),
    readProgress: readProgress(deps),
    saveProgress: saveProgress(deps),
    whyFailed: whyFailed(deps),
  };
}

export type ExperimentActivities = ReturnType<typeof experimentActivities>;

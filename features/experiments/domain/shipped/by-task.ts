/** The accuracy of each arm of `vote-or-debate` by task: only the sums can be compared with the published figures. */
import { type Proportion, shareOf } from "../../../../domain/base/statistics/wilson.ts";
import type { ResultRow } from "../schema.experiment.ts";
import { TASKS, type Task, taskOf } from "./vote-or-debate.ts";

export interface ArmByTask {
  arm: string;
  tasks: Record<Task, Proportion>;
}

/** `arms`: in the order of the table. Cells that failed count as wrong, as they do there. */
export function byTask(arms: readonly string[], rows: readonly ResultRow[]): ArmByTask[] {
  const counted = rows.filter(
    ({ correct, error, expected }) => correct !== null || (error !== null && expected !== null),
  );
  return arms.map((arm) => {
    const of = (task: Task) =>
      shareOf(
        counted.filter((row) => row.arm === arm && taskOf(row.item) === task),
        ({ correct }) => correct === true,
      );
    return { arm, tasks: Object.fromEntries(TASKS.map((task) => [task, of(task)])) as Record<Task, Proportion> };
  });
}

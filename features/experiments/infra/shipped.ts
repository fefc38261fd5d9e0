/** The experiment `vote-or-debate` from its options, and its result beside the published figures. */

import type { Experiment, ExperimentResult, NewExperiment } from "../../../api/client/index.ts";
import type { Proportion } from "../../../domain/base/statistics/wilson.ts";
import { percent } from "../../../domain/base/words/figures.words.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { tableText } from "../../../infra/cli/base/table.cli.ts";
import { byTask } from "../domain/shipped/by-task.ts";
import { CHOI } from "../domain/shipped/published.ts";
import { TASKS, type Task, VOTE_OR_DEBATE, voteOrDebate } from "../domain/shipped/vote-or-debate.ts";

export interface ShippedOptions {
  models?: string[];
  items?: number;
  tasks?: Task;
  published?: boolean;
  file?: string;
  maxCostUsd?: number;
}

const USUAL_ITEMS = 100;

/** Throws `UsageError` without models. */
export function voteOrDebateOf(options: ShippedOptions): NewExperiment {
  const { models = [], items = USUAL_ITEMS, tasks, published: isPublishedOnly = false, maxCostUsd } = options;
  if (models.length === 0) throw new UsageError(`${VOTE_OR_DEBATE} needs --models, for example openai/gpt-5.5`);
  return voteOrDebate({
    models,
    items,
    tasks: tasks ? [tasks] : TASKS,
    isPublishedOnly,
    ...(maxCostUsd !== undefined && { budget: { maxCostUsd } }),
  });
}

export function isVoteOrDebate({ name }: Pick<Experiment, "name">): boolean {
  return name === VOTE_OR_DEBATE;
}

/** Each arm by task, with the published accuracy beside it. */
export function besideText({ arms }: Pick<Experiment, "arms">, rows: readonly ExperimentResult[]): string {
  const head = ["ARM", "ARITHMETIC", "95 %", "PUBLISHED", "PUZZLES", "95 %", "PUBLISHED, 7 TASKS"];
  const cells = byTask(
    arms.map(({ name }) => name),
    rows,
  ).map(({ arm, tasks }) => [
    arm,
    percent(tasks.arithmetic.share, 1),
    intervalOf(tasks.arithmetic),
    published(CHOI[arm]?.arithmetic),
    percent(tasks.puzzles.share, 1),
    intervalOf(tasks.puzzles),
    published(CHOI[arm]?.average),
  ]);
  return `\nBy task, beside Qwen2.5-7B in Choi et al. 2025 (arXiv 2508.17536, Table 1):\n${tableText({
    head,
    figures: head.slice(1),
    rows: cells,
  })}`;
}
/** As many digits as the paper has. */
function published(share: number | undefined): string {
  return share === undefined ? "–" : `${(100 * share).toFixed(2)} %`;
}

function intervalOf({ low, high }: Proportion): string {
  return low === null || high === null ? "–" : `${(100 * low).toFixed(1)}–${percent(high, 1)}`;
}

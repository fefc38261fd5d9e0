/** An experiment as text for the terminal. */

import type { Experiment, ExperimentEstimate } from "../../../api/client/index.ts";
import { money, percent } from "../../../domain/base/words/figures.words.ts";
import { tableText } from "../../../infra/cli/base/table.cli.ts";
import { plainLine } from "../../../infra/cli/base/terminal.ts";

type Row = Experiment["table"]["arms"][number];

export function progressText({ status, cells, costUsd }: Experiment): string {
  const { total, done, failed } = cells;
  const lost = failed > 0 ? `, ${failed} failed` : "";
  const waits = status === "queued" ? "waits in line, " : "";
  return `${waits}${done + failed} of ${total} cells${lost}, ${money(costUsd)}\n`;
}

export function experimentText(experiment: Experiment): string {
  const { table, name, id, status, why, links } = experiment;
  const figures = [
    "RIGHT",
    "95 %",
    "ANSWERED",
    "OF THOSE",
    "DONE",
    "FAILED",
    "LEFT",
    "CALLS",
    "TOKENS",
    "COST",
    "A RIGHT ONE",
  ];
  const rows = table.arms.map(rowOf);
  return [
    `${plainLine(name)} (${id}): ${status.replaceAll("_", " ")}\n`,
    ...(why ? [`${plainLine(why)}\n`] : []),
    "\n",
    tableText({ head: ["ARM", ...figures], figures, rows }),
    ...table.notes.map((note) => `\n${plainLine(note)}`),
    `\n\nIn the browser: ${links.watch}\n`,
  ].join("");
}

function rowOf(row: Row): string[] {
  const { accuracy, inputTokens, outputTokens } = row;
  const interval = accuracy.low === null ? "–" : `${percent(accuracy.low, 1)}–${percent(accuracy.high, 1)}`;
  const counts = [row.done, row.failed, row.left, row.calls, inputTokens + outputTokens];
  return [
    row.arm,
    percent(accuracy.share, 1),
    interval,
    percent(row.coverage.share, 1),
    percent(row.accuracyAnswered.share, 1),
    ...counts.map((count) => count.toLocaleString("en")),
    money(row.costUsd),
    row.costUsdPerCorrect === null ? "–" : money(row.costUsdPerCorrect),
  ];
}

export function estimateText({ cells, likely, worst, arms, warnings }: ExperimentEstimate): string {
  const figures = ["CALLS", "LIKELY TOKENS", "LIKELY COST", "WORST COST"];
  const rowOfEstimate = (arm: string, of: Pick<ExperimentEstimate, "likely" | "worst">) => [
    arm,
    of.likely.calls.toLocaleString("en"),
    (of.likely.inputTokens + of.likely.outputTokens).toLocaleString("en"),
    money(of.likely.costUsd),
    money(of.worst.costUsd),
  ];
  const rows = [...arms.map((row) => rowOfEstimate(row.arm, row)), rowOfEstimate("all", { likely, worst })];
  return [
    `${cells.toLocaleString("en")} cells. Nothing was started.\n\n`,
    tableText({ head: ["ARM", ...figures], figures, rows }),
    ...warnings.map((warning) => `\nwarning: ${plainLine(warning)}\n`),
  ].join("");
}

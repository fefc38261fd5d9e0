/** An audit as a table, and a sentence for each figure. */

import { money } from "../../../domain/base/words/figures.words.ts";
import { plainLine } from "../../../infra/cli/base/terminal.ts";
import type { AuditFigure } from "../domain/figures.audit.ts";
import type { AuditReport } from "./audit.audit-command.ts";

const HEAD = ["", "value", "95 % interval", "counted"];
const PART = "· ";

export function reportText(report: AuditReport): string {
  const { model, pairs, runs, beside, figures, usage, costUsd } = report;
  const times = runs === 1 ? "once" : `${runs} times`;
  const others = beside.length > 0 ? [`Beside it: ${beside.map(plainLine).join(", ")}`] : [];
  const canned = report.demo ? ["Canned: the demo model's verdicts mean nothing.", ""] : [];
  return [
    `Audit of ${plainLine(model)} as a judge: ${pairs} pairs, asked ${times}, ${report.answered} verdicts`,
    ...others,
    "",
    ...canned,
    ...table([HEAD, ...figures.filter(({ needs }) => !needs).map(cells)]),
    "",
    ...figures.map((figure, i) => `${fullTitle(figures, i)}: ${figure.judgement}`),
    "",
    `Used: ${usage.calls} calls, ${usage.inputTokens} + ${usage.outputTokens} tokens, ${money(costUsd)}`,
    "",
  ].join("\n");
}

/** A part's title, which begins with a dot, after that of its whole. */
function fullTitle(figures: AuditFigure[], index: number): string {
  const { title = "" } = figures[index] ?? {};
  if (!title.startsWith(PART)) return title;
  const whole = figures.slice(0, index).findLast((figure) => !figure.title.startsWith(PART));
  return `${whole?.title}, ${title.slice(PART.length)}`;
}

function cells({ title, unit, value, low, high, count, of, against }: AuditFigure): string[] {
  const shown = (n: number) => (unit === "points" ? `${n > 0 ? "+" : ""}${n.toFixed(1)}` : n.toFixed(1));
  const counted = `${count} of ${of}${against ? `, ${against.count} of ${against.of}` : ""}`;
  if (value === null || low === null || high === null) return [title, "–", "–", counted];
  const suffix = unit === "points" ? " points" : " %";
  return [title, `${shown(value)}${suffix}`, `${shown(low)} to ${shown(high)}`, counted];
}

function table(rows: string[][]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

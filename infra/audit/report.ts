/** An audit as a table, and a sentence for each figure. */
import type { AuditFigure } from "../../domain/judging/audit/figures.ts";
import { usd } from "../cli/debate/words.ts";
import { plainLine } from "../cli/terminal.ts";
import type { AuditReport } from "./audit.ts";

const HEAD = ["", "value", "95 % interval", "counted"];

export function reportText(report: AuditReport): string {
  const { model, pairs, runs, figures, usage, costUsd } = report;
  const times = runs === 1 ? "once" : `${runs} times`;
  const canned = report.demo ? ["Canned: the demo model's verdicts mean nothing.", ""] : [];
  return [
    `Audit of ${plainLine(model)} as a judge: ${pairs} pairs, asked ${times}, ${report.answered} verdicts`,
    "",
    ...canned,
    ...table([HEAD, ...figures.map(cells)]),
    "",
    ...figures.map(({ title, judgement }) => `${title.replace("· ", "length bias ")}: ${judgement}`),
    "",
    `Used: ${usage.calls} calls, ${usage.inputTokens} + ${usage.outputTokens} tokens, ${usd(costUsd)}`,
    "",
  ].join("\n");
}

function cells({ title, unit, value, low, high, count, of }: AuditFigure): string[] {
  const shown = (n: number) => (unit === "points" ? `${n > 0 ? "+" : ""}${n.toFixed(1)}` : n.toFixed(1));
  const counted = `${count} of ${of}`;
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

/**
 * The experiment `judges`: each model judges every pair of a labelled file in both orders, with the prompt that ballots of
 * debates have. It asks the models directly, as `judge-audit` does, so no Parley has to run.
 */

import { createCatalogue } from "../../../activities/models/index.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import type { Config } from "../../../infra/base/config.infra-base.ts";
import { EXIT } from "../../../infra/base/exit.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { type Cli, printJson } from "../../../infra/cli/base/cli.ts";
import { requireModel } from "../../../infra/cli/base/required-model.ts";
import { tableText } from "../../../infra/cli/base/table.cli.ts";
import type { Interrupt } from "../../../infra/running.ts";
import type { AuditPair } from "../../audit/domain/pairs.ts";
import type { AuditReport } from "../../audit/infra/audit.audit-command.ts";
import { type AuditQuote, quoteSwaps } from "../../audit/infra/quote.audit-command.ts";
import { auditWith, readPairs } from "../../audit/infra/run.audit-command.ts";
import { LLMBAR_GPT4 } from "../domain/shipped/published.ts";
import type { ShippedOptions } from "./shipped.ts";

export const JUDGES = "judges";

interface JudgesOptions extends ShippedOptions {
  dryRun?: boolean;
  json?: boolean;
}

interface Judge {
  name: string;
  model: ModelRef;
}

/** Throws `UsageError` for options that are missing or cannot be kept. */
export async function runJudges(cli: Cli, options: JudgesOptions, { signal }: Interrupt): Promise<number> {
  const { models = [], file, items, maxCostUsd } = options;
  if (file === undefined) throw new UsageError(`${JUDGES} needs --file, for example LLMBar's dataset.json`);
  if (models.length === 0) throw new UsageError(`${JUDGES} needs --models, for example openai/gpt-5.5`);
  const config = cli.config();
  const judges = models.map((name) => ({ name, model: requireModel(name, { ...config, option: "--models" }) }));
  const pairs = (await readPairs(file)).slice(0, items);
  const quotes = judges.map((judge) => quoteSwaps(pairs, { model: judge.model, catalogue: createCatalogue(config) }));
  const unpriced = judges.filter((_, i) => quotes[i]?.costUsd === null);
  if (maxCostUsd !== undefined && unpriced.length > 0)
    throw new UsageError(`--max-cost-usd cannot be kept: ${unpriced[0]?.name} has no known price`);
  if (options.dryRun) return showQuotes(cli, { judges, quotes, json: options.json });
  const reports: AuditReport[] = [];
  for (const judge of judges) {
    const left = maxCostUsd === undefined ? undefined : maxCostUsd - spentOn(reports);
    reports.push(await judged(cli, { judge, pairs, left, config, signal }));
    if (reports.at(-1)?.stopped) break;
  }
  if (options.json) printJson(cli, { judges: reports, published: publishedFor(file) });
  else cli.streams.out(judgesText(reports, { file, pairs: pairs.length }));
  return exitCodeOf(reports);
}

const AT_ONCE = 4;

interface Judging {
  judge: Judge;
  pairs: AuditPair[];
  /** USD. */
  left: number | undefined;
  config: Config;
  signal: AbortSignal;
}

async function judged(cli: Cli, { judge, pairs, left, config, signal }: Judging): Promise<AuditReport> {
  const progress = (line: string) => cli.streams.err(`${judge.name}: ${line}\n`);
  const of = { ...judge, pairs, beside: [], runs: 1, atOnce: AT_ONCE, swapsOnly: true };
  const report = await auditWith(
    { ...of, ...(left !== undefined && { maxCostUsd: left }) },
    { config, signal, progress },
  );
  if (report.stopped) progress(`stopped: ${report.stopped.message}. ${report.stopped.suggestion}`);
  return report;
}

function spentOn(reports: AuditReport[]): number {
  return reports.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
}

function exitCodeOf(reports: AuditReport[]): number {
  const stopped = reports.at(-1)?.stopped;
  if (!stopped) return EXIT.ok;
  if (stopped.kind === "interrupted") return EXIT.interrupted;
  if (stopped.kind === "budget") return EXIT.general;
  return stopped.kind === "authentication" ? EXIT.configuration : EXIT.provider;
}

function showQuotes(
  cli: Cli,
  { judges, quotes, json }: { judges: Judge[]; quotes: AuditQuote[]; json: boolean | undefined },
): number {
  const rows = judges.map(({ name }, i) => ({ judge: name, ...(quotes[i] as AuditQuote) }));
  if (json) printJson(cli, { judges: rows });
  else {
    const figures = ["CALLS", "LIKELY TOKENS", "LIKELY COST"];
    const cells = rows.map((row) => [
      row.judge,
      row.calls.toLocaleString("en"),
      (row.inputTokens + row.outputTokens).toLocaleString("en"),
      money(row.costUsd),
    ]);
    cli.streams.out(`Nothing was started.\n\n${tableText({ head: ["JUDGE", ...figures], figures, rows: cells })}`);
  }
  return EXIT.ok;
}

/** The set that the file's path names; all of them if it names none. */
function publishedFor(file: string): typeof LLMBAR_GPT4 {
  const named = LLMBAR_GPT4.filter(({ set }) => file.includes(set.split("/").at(-1) ?? set));
  return named.length > 0 ? named : LLMBAR_GPT4;
}

function judgesText(reports: AuditReport[], { file, pairs }: { file: string; pairs: number }): string {
  const figures = ["RIGHT", "95 %", "ORDERS AGREE", "95 % ", "VERDICTS", "INVALID", "COST"];
  const rows = [
    ...reports.map(rowOf),
    ...publishedFor(file).map(({ set, pairs: count, accuracy, agreement }) => {
      const published = `GPT-4 on ${set}, published`;
      return [published, percent(accuracy), "–", percent(agreement), "–", String(2 * count), "–", "–"];
    }),
  ];
  const canned = reports.some(({ demo }) => demo) ? "Canned: the demo model's verdicts mean nothing.\n\n" : "";
  return `${pairs} pairs in both orders\n\n${canned}${tableText({ head: ["JUDGE", ...figures], figures, rows })}\nPublished: Zeng et al. 2023 (arXiv 2310.07641), GPT-4 with the plain prompt.\n`;
}

function rowOf({ model, figures, answered, costUsd }: AuditReport): string[] {
  const figure = (name: string) => figures.find((each) => each.name === name);
  const [right, orders] = [figure("accuracy"), figure("swapConsistency")];
  const bounds = (of: typeof right) => (of && of.low !== null ? `${of.low.toFixed(1)}–${percent(of.high)}` : "–");
  return [
    model,
    percent(right?.value ?? null),
    bounds(right),
    percent(orders?.value ?? null),
    bounds(orders),
    String(answered),
    String(figure("invalid")?.count ?? 0),
    money(costUsd),
  ];
}

function percent(value: number | null): string {
  return value === null ? "–" : `${value.toFixed(1)} %`;
}

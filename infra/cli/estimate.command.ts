/** `parley estimate`: what a debate would cost. Calls no model and stores nothing. */

import type { Command } from "commander";
import type { Estimates } from "../../api/client/index.ts";
import { money, whole } from "../../domain/base/words/figures.words.ts";
import { EXIT } from "../base/exit.ts";
import { addRequestOptions, type RequestArguments } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";
import { plainLine } from "./base/terminal.ts";
import { draftOf, withAgents } from "./debate/request.debate-command.ts";

type EstimateOptions = ServerOptions & RequestArguments;

export function registerEstimate(program: Command, cli: Cli): void {
  addRequestOptions(addServerOptions(program.command("estimate")))
    .description("estimate a debate's calls, tokens and cost; takes the options of debate and calls no model")
    .action((topic: string | undefined, options: EstimateOptions) => estimate(cli, topic, options));
}

async function estimate(cli: Cli, topic: string | undefined, options: EstimateOptions): Promise<void> {
  const say = (line: string) => cli.streams.err(`${line}\n`);
  const draft = await draftOf({ ...options, ...(topic !== undefined && { topic }) }, say);
  const client = await clientOf(cli, options);
  const estimates = await client.estimate(await withAgents(draft, { args: options, client, warn: say }));
  const { problems, warnings, likely } = estimates;
  if (likely === null) cli.exitCode = EXIT.arguments;
  if (options.json) return printJson(cli, estimates);
  for (const { pointer, detail } of problems) say(`problem ${plainLine(pointer)}: ${plainLine(detail)}`);
  for (const { detail } of warnings) say(`warning: ${plainLine(detail)}`);
  if (likely) cli.streams.out(estimatesText(estimates));
}

function estimatesText({ lowest, likely, worst, sharedLayout }: Estimates): string {
  const rows = Object.entries({ lowest, likely, worst }).flatMap(([name, figures]) => {
    if (!figures) return [];
    const { calls, inputTokens, outputTokens, costUsd } = figures;
    return [[name, ...[calls, inputTokens, outputTokens].map((count) => whole(count)), money(costUsd)]];
  });
  const figures = ["CALLS", "TOKENS IN", "TOKENS OUT", "COST"];
  const saved = sharedLayout
    ? `promptLayout "shared" would likely save ${money(sharedLayout.savedUsd)} of ${money(sharedLayout.likelyCostUsd + sharedLayout.savedUsd)}\n`
    : "";
  return `${tableText({ head: ["CASE", ...figures], figures, rows })}${saved}`;
}

/** `parley rejudge`: asks another judge or panel to rule on a debate that is over. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { Client, Debate, Rejudgement } from "../../api/client/index.ts";
import { money } from "../../domain/base/words/figures.words.ts";
import { EXIT } from "../base/exit.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { debateCommand, type ServerOptions } from "./base/server-options.ts";
import { requireModel } from "./base/speakers.ts";
import { plainLine } from "./base/terminal.ts";
import { verdictText } from "./debate/outcome.debate-command.ts";

interface RejudgeOptions extends ServerOptions {
  judge: string;
  panel?: string[];
  requireIndependent?: boolean;
  wait?: boolean;
}

const POLL_MS = 500;

export function registerRejudge(program: Command, cli: Cli): void {
  debateCommand(program, "rejudge", "have another judge or panel rule on a debate that is over")
    .addOption(new Option("-j, --judge <model>", "provider/model").argParser(requireModel).makeOptionMandatory())
    .addOption(new Option("--panel <list>", "models that vote in the judge's place").argParser(modelsOf))
    .option("--require-independent", "refuse a debater's model, or one of its family")
    .option("-w, --wait", "wait for the ruling and print it")
    .action((id: string, options: RejudgeOptions) => rejudge(cli, id, options));
}

async function rejudge(cli: Cli, id: string, options: RejudgeOptions): Promise<void> {
  const client = await clientOf(cli, options);
  const { judge: model, panel, requireIndependent } = options;
  const begun = await client.rejudge(id, { model, panel, requireIndependent });
  const ruled = options.wait ? await rulingOf(client, id, begun.id) : begun;
  if (ruled.status === "failed") cli.exitCode = EXIT.provider;
  if (options.json) return printJson(cli, ruled);
  cli.streams.out(`${textOf(ruled, await client.get(id)).join("\n")}\n`);
}

async function rulingOf(client: Client, debateId: string, id: string): Promise<Rejudgement> {
  for (;;) {
    const { rejudgements = [] } = await client.get(debateId);
    if (rejudgements.find((brief) => brief.id === id)?.status !== "running") break;
    await sleep(POLL_MS);
  }
  const { rejudgements = [] } = await client.transcript(debateId);
  const ruled = rejudgements.find((each) => each.id === id);
  if (!ruled) throw new Error(`the rejudgement ${id} does not exist any more`);
  return ruled;
}

function textOf({ id, status, judge, result, error, costUsd, warnings }: Rejudgement, debate: Debate): string[] {
  const bench = judge.panel.length > 0 ? judge.panel.join(", ") : judge.model;
  return [
    `${id}: ${plainLine(bench)}, ${status}`,
    ...warnings.map(({ detail }) => `warning: ${plainLine(detail)}`),
    ...(error ? [`error (${plainLine(error.kind)}): ${plainLine(error.message)}`, plainLine(error.suggestion)] : []),
    ...(result?.contested ? ["Contested: the judges, or the orders, disagree"] : []),
    ...(result ? [...verdictText(result, debate), "", `Used: ${money(costUsd)}`] : []),
    ...(status === "running" ? [`see: parley show ${debate.id}`] : []),
  ];
}

function modelsOf(text: string): string[] {
  return text.split(",").map((model) => requireModel(model.trim()));
}

/** `parley rejudge`: another judge or panel over a debate that is over. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Client, Debate, NewJudge, Rejudgement } from "../../api/client/index.ts";
import { parseModel } from "../../domain/catalogue.ts";
import { EXIT } from "../exit.ts";
import { type Cli, clientOf, printJson } from "./cli.ts";
import { usd } from "./narrator.ts";
import { verdictText } from "./outcome.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";
import { plainLine } from "./terminal.ts";

interface RejudgeOptions extends ServerOptions {
  judge: string;
  panel?: string[];
  requireIndependent?: boolean;
  wait?: boolean;
}

const LOOK_MS = 500;

export function registerRejudge(program: Command, cli: Cli): void {
  addServerOptions(program.command("rejudge"))
    .description("have another judge or panel rule over a debate that is over")
    .argument("<id>", "the debate")
    .addOption(new Option("-j, --judge <model>", "provider/model").argParser(modelOf).makeOptionMandatory())
    .addOption(new Option("--panel <list>", "models that vote in the judge's place").argParser(modelsOf))
    .option("--require-independent", "refuse a debater's model, or one of its family")
    .option("-w, --wait", "wait for the ruling and print it")
    .action((id: string, options: RejudgeOptions) => rejudge(cli, id, options));
}

async function rejudge(cli: Cli, id: string, options: RejudgeOptions): Promise<void> {
  const client = await clientOf(cli, options);
  const begun = await client.rejudge(id, judgeOf(options));
  const ruled = options.wait ? await rulingOf(client, id, begun.id) : begun;
  if (ruled.status === "failed") cli.exitCode = EXIT.provider;
  if (options.json) return printJson(cli, ruled);
  cli.streams.out(`${textOf(ruled, await client.get(id)).join("\n")}\n`);
}

function judgeOf({ judge: model, panel, requireIndependent }: RejudgeOptions): NewJudge {
  return { model, ...(panel && { panel }), ...(requireIndependent && { requireIndependent }) };
}

async function rulingOf(client: Client, debateId: string, id: string): Promise<Rejudgement> {
  for (;;) {
    const { rejudgements = [] } = await client.get(debateId);
    if (rejudgements.find((brief) => brief.id === id)?.status !== "running") break;
    await sleep(LOOK_MS);
  }
  const { rejudgements = [] } = await client.transcript(debateId);
  const ruled = rejudgements.find((each) => each.id === id);
  if (!ruled) throw new Error(`the rejudgement ${id} is gone`);
  return ruled;
}

function textOf({ id, status, judge, result, error, costUsd, warnings }: Rejudgement, debate: Debate): string[] {
  const bench = judge.panel.length > 0 ? judge.panel.join(", ") : judge.model;
  return [
    `${id}: ${plainLine(bench)}, ${status}`,
    ...warnings.map(({ detail }) => `warning: ${plainLine(detail)}`),
    ...(error ? [`error (${plainLine(error.kind)}): ${plainLine(error.message)}`, plainLine(error.suggestion)] : []),
    ...(result?.contested ? ["Contested: the judges, or the orders, disagree"] : []),
    ...(result ? [...verdictText(result, debate), "", `Used: ${usd(costUsd)}`] : []),
    ...(status === "running" ? [`see: parley show ${debate.id}`] : []),
  ];
}

function modelsOf(text: string): string[] {
  return text.split(",").map((model) => modelOf(model.trim()));
}

function modelOf(text: string): string {
  if (parseModel(text) !== null) return text;
  throw new InvalidArgumentError(`"${text}" is not provider/model, for example openai/gpt-5.5.`);
}

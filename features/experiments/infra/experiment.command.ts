/** `parley experiment FILE` runs an experiment to its table; with an experiment's id it follows that one. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Command, Option } from "commander";
import { type Client, type Experiment, type NewExperiment, ParleyProblem } from "../../../api/client/index.ts";
import { isOver } from "../../../domain/shapes/experiment-status.ts";
import { EXIT } from "../../../infra/base/exit.ts";
import { ownCommand } from "../../../infra/base/own-commands.ts";
import { numberIn, UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { choose } from "../../../infra/cli/base/choose.ts";
import { type Cli, connect, printJson } from "../../../infra/cli/base/cli.ts";
import { findHost, type Host } from "../../../infra/cli/base/host.cli.ts";
import { addServerOptions, type ServerOptions } from "../../../infra/cli/base/server-options.ts";
import { requireModel } from "../../../infra/cli/base/speakers.ts";
import { plainLine } from "../../../infra/cli/base/terminal.ts";
import { interruptible } from "../../../infra/cli/debate/debate.debate-command.ts";
import { requireWritable, writeNamed } from "../../../infra/cli/debate/files.debate-command.ts";
import type { Interrupt } from "../../../infra/running.ts";
import { MOST } from "../domain/request.experiment.ts";
import { TASKS, VOTE_OR_DEBATE } from "../domain/shipped/vote-or-debate.ts";
import { readExperimentFile } from "./file.command.ts";
import { JUDGES, runJudges } from "./judges.ts";
import { besideText, isVoteOrDebate, type ShippedOptions, voteOrDebateOf } from "./shipped.ts";
import { estimateText, experimentText, progressText } from "./text.command.ts";

interface ExperimentOptions extends ServerOptions, ShippedOptions {
  dryRun?: boolean;
  output?: string;
  verbose?: boolean;
}

const POLL_MS = 1_000;
const OUTPUTS = [".csv", ".json"];
const ID = /^exp-\d{8}-\d{6}-[0-9A-Z]{6}$/;
/** Progress is printed this often at most: in percent of the cells. */
const STEP = 5;

export function registerExperiment(program: Command, cli: Cli): void {
  addServerOptions(program.command("experiment"))
    .description("compare debates with single answers and votes over many questions, to a table with intervals")
    .argument("<file>", `the experiment as JSON, the id of one to follow, ${VOTE_OR_DEBATE}, or ${JUDGES}`)
    .option("--models <models>", `${VOTE_OR_DEBATE}, ${JUDGES}: provider/model, several separated by commas`, modelsIn)
    .option("--items <n>", `${VOTE_OR_DEBATE}: so many questions (100); ${JUDGES}: only the first pairs`, upToItems)
    .addOption(new Option("--tasks <task>", `${VOTE_OR_DEBATE}: only one kind of questions`).choices(TASKS))
    .option("--published", `${VOTE_OR_DEBATE}: only the arms of the published table`)
    .option("--file <path>", `${JUDGES}: labelled pairs, such as LLMBar's dataset.json`)
    .option("--max-cost-usd <usd>", `${VOTE_OR_DEBATE}, ${JUDGES}: the most that all calls may cost`, anyCost)
    .option("--dry-run", "print calls, tokens and cost, and start nothing")
    .option("-o, --output <path>", "write the outcome of every cell to this file: .csv or .json")
    .option("-v, --verbose", "print the log of a Parley that is started for this")
    .action(async (file: string, options: ExperimentOptions) => {
      cli.exitCode = await experiment(cli, file, options);
    });
}

const upToItems = numberIn({ min: 1, max: MOST.items, whole: true });
const anyCost = numberIn({ min: 0.000_001, max: 1_000_000 });
const modelsIn = (list: string) => list.split(",").map((model) => requireModel(model.trim()));

async function experiment(cli: Cli, file: string, options: ExperimentOptions): Promise<number> {
  if (file === JUDGES) return interruptible((interrupt) => runJudges(cli, options, interrupt));
  const body = await bodyOf(file, options);
  const output =
    options.output === undefined
      ? undefined
      : await requireWritable({ option: "--output", path: options.output, endings: OUTPUTS });
  let host: Host | null = null;
  const run = async (interrupt: Interrupt) => {
    const progress = (line: string) => cli.streams.err(`${line}\n`);
    host = await findHost({
      url: options.url,
      config: cli.config({ servesApi: true }),
      verbose: options.verbose ?? false,
      progress,
    });
    if (interrupt.signal.aborted) return EXIT.interrupted;
    const client = connect(host.url, options.apiKey);
    if (body && options.dryRun) return estimate(cli, client, { body, options });
    const found = body ? await client.experiments.create(body) : await client.experiments.get(file);
    cli.streams.err(`${found.id}: ${found.cells.total} cells\n`);
    const followed = follow({ cli, client, found, interrupt, own: host.own });
    followed.catch(() => {});
    const over = await Promise.race([followed, host.failed]);
    if (!over) return EXIT.interrupted;
    return show(cli, client, { over, options, output });
  };
  try {
    return await interruptible(run, () => host?.stopNow());
  } finally {
    await (host as Host | null)?.stop();
  }
}

/** Null: an experiment that was started before. Throws `UsageError` for options that would change nothing. */
async function bodyOf(file: string, options: ExperimentOptions): Promise<NewExperiment | null> {
  if (file === VOTE_OR_DEBATE) return voteOrDebateOf(options);
  const { models, items, tasks, published, file: pairs, maxCostUsd } = options;
  if ([models, items, tasks, published, pairs, maxCostUsd].some((given) => given !== undefined))
    throw new UsageError(
      `--models, --items, --tasks, --published, --file and --max-cost-usd belong to ${VOTE_OR_DEBATE} or ${JUDGES}`,
    );
  return ID.test(file) ? null : readExperimentFile(file);
}

async function estimate(
  cli: Cli,
  client: Client,
  { body, options }: { body: NewExperiment; options: ExperimentOptions },
): Promise<number> {
  const estimated = await client.experiments.estimate(body);
  if (options.json) printJson(cli, estimated);
  else cli.streams.out(estimateText(estimated));
  return EXIT.ok;
}

interface Following {
  cli: Cli;
  client: Client;
  found: Experiment;
  interrupt: Interrupt;
  /** The Parley was started for this command and ends with it. */
  own: boolean;
}

/** Prints progress until the experiment is over; null if the person leaves it. */
async function follow(following: Following): Promise<Experiment | null> {
  const { cli, client, interrupt } = following;
  let { found } = following;
  let shown = "";
  let isAsked = false;
  for (;;) {
    if (interrupt.signal.aborted && !isAsked) {
      isAsked = true;
      if (await leaves(following)) return null;
    }
    const percent = Math.floor((100 * (found.cells.done + found.cells.failed)) / found.cells.total / STEP);
    const step = `${percent} ${found.status === "queued"}`;
    if (step !== shown) cli.streams.err(progressText(found));
    shown = step;
    if (isOver({ status: found.status, running: found.cells.running })) return found;
    await sleep(POLL_MS, undefined, { ...(!isAsked && { signal: interrupt.signal }) }).catch(() => {});
    found = await client.experiments.get(found.id);
  }
}

/** True if the person leaves the experiment as it is. After `stop` it is followed to its end. */
async function leaves({ cli, client, found, interrupt, own }: Following): Promise<boolean> {
  const { ask, err } = cli.streams;
  const rest = own ? "it waits, and continues at the next start of Parley" : "it continues without you";
  const choice =
    ask && interrupt.first() === "SIGINT"
      ? await choose({
          ask,
          signal: new AbortController().signal,
          question: "Stop this experiment? (Ctrl-C again leaves at once)",
          options: [
            { id: "stop", text: "stop: its debates are abandoned, and what was bought stays" },
            { id: "leave", text: `leave: ${rest}` },
          ],
          enter: "leaves it",
        })
      : null;
  if (choice === "stop") return stop({ cli, client, found });
  err(`\nThe experiment: ${rest}.\nFollow it again: ${ownCommand(`experiment ${found.id}`)}\n`);
  return true;
}

async function stop({ cli, client, found }: Pick<Following, "cli" | "client" | "found">): Promise<boolean> {
  try {
    await client.experiments.stop(found.id);
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    cli.streams.err(`${plainLine(error.message)}\n`);
  }
  return false;
}

async function show(
  cli: Cli,
  client: Client,
  { over, options, output }: { over: Experiment; options: ExperimentOptions; output: string | undefined },
): Promise<number> {
  if (options.json) printJson(cli, over);
  else cli.streams.out(await wholeText(client, over));
  const text = async () =>
    output?.endsWith(".json")
      ? `${JSON.stringify(await client.experiments.results(over.id), null, 2)}\n`
      : client.experiments.csv(over.id);
  if (output) await writeNamed({ path: output, text }, { id: over.id, err: cli.streams.err, command: "experiment" });
  return over.status === "completed" ? EXIT.ok : EXIT.general;
}

async function wholeText(client: Client, over: Experiment): Promise<string> {
  const beside = isVoteOrDebate(over) ? besideText(over, await client.experiments.results(over.id)) : "";
  return experimentText(over) + beside;
}

/** Debates made from others: `parley fork` and `parley twin`; `parley compare` shows two side by side. */

import { readFile } from "node:fs/promises";
import { type Command, Option } from "commander";
import mergePatch from "json-merge-patch";
import type { Comparison, Debate } from "../../api/client/index.ts";
import { money } from "../../domain/base/words/figures.words.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";
import { addChangeOptions, type ChangeArguments, numberIn, UsageError } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { debateCommand, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";
import { plain } from "./base/terminal.ts";
import { changesIn } from "./debate/request.debate-command.ts";
import { statusText } from "./list.command.ts";

interface ForkOptions extends ServerOptions, ChangeArguments {
  afterRound: number;
  changes?: string;
}

export function registerFork(program: Command, cli: Cli): void {
  const fork = debateCommand(program, "fork", "continue from a round of a debate in another way, as a new debate")
    .addOption(
      new Option("--after-round <n>", "the last round that both share; 0 starts over")
        .argParser(numberIn({ min: 0, max: LIMITS.rounds, whole: true }))
        .makeOptionMandatory(),
    )
    .option("--changes <file>", "a JSON merge patch of the debate's request; other options take precedence");
  addChangeOptions(fork).action(async (id: string, options: ForkOptions) => {
    const changes = await changesOf(options);
    const client = await clientOf(cli, options);
    printMade(cli, options, await client.fork(id, { afterRound: options.afterRound, changes }));
  });
}

export function registerTwin(program: Command, cli: Cli): void {
  debateCommand(program, "twin", "run a debate again with its sides swapped, as a new debate").action(
    async (id: string, options: ServerOptions) => {
      printMade(cli, options, await (await clientOf(cli, options)).twin(id));
    },
  );
}

export function registerCompare(program: Command, cli: Cli): void {
  debateCommand(program, "compare", "show two debates' verdicts and scores side by side")
    .argument("<other>", "the other debate")
    .action(async (id: string, other: string, options: ServerOptions) => {
      const comparison = await (await clientOf(cli, options)).compare(id, other);
      if (options.json) return printJson(cli, comparison);
      cli.streams.out(comparisonText(comparison));
    });
}

async function changesOf(options: ForkOptions): Promise<Record<string, unknown>> {
  const fromFile = options.changes === undefined ? {} : await readChanges(options.changes);
  return mergePatch.apply(fromFile, changesIn(options)) as Record<string, unknown>;
}

async function readChanges(path: string): Promise<object> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--changes ${path} cannot be read (${error.code ?? "unknown"})`);
  });
  const value = valueOf(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new UsageError(`--changes ${path} is not a JSON object, for example { "maxRounds": 5 }`);
}

/** undefined if the text is not JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function printMade(cli: Cli, { json }: ServerOptions, debate: Debate): void {
  if (json) return printJson(cli, debate);
  cli.streams.out(statusText(debate));
  cli.streams.err(`follow it with: parley watch ${debate.id}\n`);
}

function comparisonText({ debates, quality, participants, criteria }: Comparison): string {
  const [first, second] = debates;
  const words = (name: string, of: (one: Comparison["debates"][number]) => string | null) => [
    name,
    of(first) ?? "-",
    of(second) ?? "-",
    "",
  ];
  const rows = [
    words("status", ({ status }) => status),
    words("format", ({ format }) => format),
    words("rounds", ({ rounds }) => String(rounds)),
    words("judge", ({ judge }) => judge),
    words("winner", ({ winner, contested }) => winner && `${winner}${contested ? " (contested)" : ""}`),
    words("ended by", ({ endedBy }) => endedBy),
    words("cost", ({ costUsd }) => money(costUsd)),
    figures("quality", quality),
    ...participants.map((one) => figures(`score of ${one.name}`, one)),
    ...criteria.map((one) => figures(one.criterion, one)),
  ];
  const summaries = debates.flatMap(({ id, summary }) => (summary ? ["", id, plain(summary)] : []));
  const table = tableText({ head: ["", first.id, second.id, "DIFFERENCE"], figures: ["DIFFERENCE"], rows });
  return `${plain(first.topic)}\n${first.topic === second.topic ? "" : `${plain(second.topic)}\n`}\n${table}${summaries.map((line) => `${line}\n`).join("")}`;
}

function figures(name: string, { values, difference }: Comparison["quality"]): string[] {
  const [first, second] = values.map((value) => (value === null ? "-" : String(value)));
  const sign = difference !== null && difference > 0 ? "+" : "";
  return [name, first ?? "-", second ?? "-", difference === null ? "" : `${sign}${difference}`];
}

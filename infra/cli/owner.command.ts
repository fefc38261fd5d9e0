/** What a debate's owner does with it: `parley say`, `rate`, `outcome`, `delete` and `import`. */
import { readFile } from "node:fs/promises";
import { Argument, type Command, Option } from "commander";
import type { Debate, KnownOutcome, TranscriptExport } from "../../api/client/index.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { KNOWN_OUTCOMES } from "../../domain/shapes/schemas/known-outcome.ts";
import { requireAgreed } from "./base/agree.ts";
import { numberIn, UsageError } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, debateCommand, type ServerOptions } from "./base/server-options.ts";
import { plainLine, shortened } from "./base/terminal.ts";
import { importedText } from "./debate/outcome.debate-command.ts";

const parseRating = numberIn({ min: 1, max: 5, whole: true });
/** Characters. */
const LONGEST_TOPIC = 80;

export function registerSay(program: Command, cli: Cli): void {
  debateCommand(program, "say", "say something to the participants, from their next turns on")
    .argument("<text>", "what they read")
    .option("--to <participant>", "the name or id of the only one who reads it")
    .action(async (id: string, text: string, options: ServerOptions & { to?: string }) => {
      const client = await clientOf(cli, options);
      const reader = options.to === undefined ? null : participantOf(await client.get(id), options.to);
      const turn = await client.interject(id, { text, ...(reader && { to: reader.id }) });
      if (options.json) return printJson(cli, turn);
      cli.streams.out(reader ? `${plainLine(reader.name)} reads it from now on\n` : "all read it from now on\n");
    });
}

export function registerRate(program: Command, cli: Cli): void {
  debateCommand(program, "rate", "rate a debate that is over")
    .argument("<rating>", "1 to 5, 5 is best", parseRating)
    .option("--comment <text>", "why, in the owner's words")
    .action(async (id: string, rating: number, options: ServerOptions & { comment?: string }) => {
      const { comment } = options;
      const client = await clientOf(cli, options);
      const stored = await client.rate(id, { rating: rating as 1 | 2 | 3 | 4 | 5, ...(comment && { comment }) });
      if (options.json) return printJson(cli, stored);
      cli.streams.out(`${id}: rated ${stored.rating} of 5\n`);
    });
}

export function registerOutcome(program: Command, cli: Cli): void {
  debateCommand(program, "outcome", "report whether the answer of a debate that is over came true")
    .addArgument(new Argument("<outcome>", "what became known").choices(KNOWN_OUTCOMES))
    .option("--note <text>", "how the owner knows")
    .action(async (id: string, outcome: KnownOutcome["outcome"], options: ServerOptions & { note?: string }) => {
      const { note } = options;
      const client = await clientOf(cli, options);
      const stored = await client.reportOutcome(id, { outcome, ...(note && { note }) });
      if (options.json) return printJson(cli, stored);
      cli.streams.out(`${id}: the outcome is ${stored.outcome}\n`);
    });
}

export function registerDelete(program: Command, cli: Cli): void {
  debateCommand(program, "delete", "erase a debate that is over, with everything stored for it")
    .addOption(new Option("-y, --yes", "ask nothing"))
    .action(async (id: string, options: ServerOptions & { yes?: boolean }) => {
      const client = await clientOf(cli, options);
      const { topic, status } = await client.get(id);
      if (!isTerminal(status)) throw new Error(`${id} is ${status}: end it first (parley stop ${id} --abandon)`);
      const named = `"${shortened(plainLine(topic), LONGEST_TOPIC)}" (${id}, ${status})`;
      await requireAgreed(cli.streams, `This erases ${named} for good: turns, verdict, costs, links.`, options.yes);
      await client.delete(id);
      if (options.json) return printJson(cli, { id });
      cli.streams.out(`${id} is erased\n`);
    });
}

export function registerImport(program: Command, cli: Cli): void {
  addServerOptions(program.command("import"))
    .description("store a debate that was exported as JSON, under its own id")
    .argument("<file>", "what parley export has written as JSON")
    .action(async (file: string, options: ServerOptions) => {
      const transcript = await readTranscript(file);
      const debate = await (await clientOf(cli, options)).import(transcript);
      if (options.json) return printJson(cli, debate);
      cli.streams.out([`${debate.id}: imported, ${debate.status}`, ...importedText(debate)].join("\n"));
    });
}

/** By id, else by name. Throws `UsageError`. */
function participantOf({ participants }: Debate, wanted: string): Debate["participants"][number] {
  const word = wanted.toLowerCase();
  const found = participants.find(({ id }) => id === wanted) ?? participants.find((p) => p.name.toLowerCase() === word);
  if (found) return found;
  const known = participants.map(({ name }) => plainLine(name)).join(", ");
  throw new UsageError(`nobody here is called "${wanted}"; the participants are: ${known}`);
}

async function readTranscript(path: string): Promise<TranscriptExport> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
  try {
    // The server checks the rest.
    return JSON.parse(text) as TranscriptExport;
  } catch {
    throw new UsageError(`${path} is not JSON: export the debate with parley export ID --output debate.json`);
  }
}

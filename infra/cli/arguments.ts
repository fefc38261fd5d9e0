/** The command line of `npm run debate`. */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { parseModel } from "../../domain/catalogue.ts";
import { FORMATS } from "../../domain/formats/registry.ts";
import type { FormatName } from "../../domain/schemas.ts";

export interface Speaker {
  name: string;
  model: string;
  role?: string;
  side?: "for" | "against";
}

export interface DebateArguments {
  /** null with `--watch`. */
  topic: string | null;
  format?: FormatName;
  rounds?: number;
  participants?: Speaker[];
  mode?: "simultaneous" | "sequential";
  judge?: string;
  /** The participants may ask questions first. */
  clarify?: boolean;
  json: boolean;
  output?: string;
  report?: string;
  verbose: boolean;
  url?: string;
  /** The id of a debate to follow instead of a new one. */
  watch?: string;
}

export const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"];
const MOST_ROUNDS = 50;

/** The arguments; throws commander's error, which has said what is wrong. `exitCode` 0 means: help was shown. */
export function parseArguments(argv: string[]): DebateArguments {
  const program = createProgram();
  program.parse(argv, { from: "user" });
  const options = program.opts<Omit<DebateArguments, "topic">>();
  const topic = (program.args[0] ?? "").trim() || null;
  if (topic === null && options.watch === undefined)
    program.error('error: say what to debate, for example: npm run debate -- "Is chess a sport?"');
  if (topic !== null && options.watch !== undefined)
    program.error("error: --watch follows a debate that exists; leave the topic out");
  return { ...options, json: options.json ?? false, verbose: options.verbose ?? false, topic };
}

/** True when this is commander's way of saying that help was shown. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

function createProgram(): Command {
  return new Command("debate")
    .description("Runs a debate between language models, live in the terminal, to its verdict.")
    .argument("[topic]", "what to debate")
    .addOption(new Option("-f, --format <format>", "the rules").choices(FORMATS))
    .addOption(new Option("-r, --rounds <n>", `at most so many rounds, 1 to ${MOST_ROUNDS}`).argParser(parseRounds))
    .addOption(
      new Option("-p, --participants <list>", '"Ada=provider/model,Ben=provider/model"').argParser(parseSpeakers),
    )
    .addOption(new Option("-m, --mode <mode>", "the order within a round").choices(["simultaneous", "sequential"]))
    .addOption(new Option("-j, --judge <model>", "provider/model").argParser(requireModel))
    .option("-c, --clarify", "let the participants ask you questions before they begin")
    .option("--json", "print the finished debate as JSON, and nothing else, on standard output")
    .option("-o, --output <file>", "write the debate (x.json) or the result's text (any other name) to a file")
    .option("--report <file>", "write the transcript as Markdown to a file")
    .option("-v, --verbose", "more detail about the course of the debate")
    .addOption(
      new Option("--url <address>", "the Parley to use, instead of one found or started").argParser(requireUrl),
    )
    .option("--watch <id>", "follow a debate that exists instead of making one")
    .allowExcessArguments(false)
    .exitOverride();
}

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS) return rounds;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROUNDS}.`);
}

/** `Ada=provider/model,provider/model`: a missing name is filled in. */
function parseSpeakers(text: string): Speaker[] {
  return text.split(",").map((part, index) => {
    const [before = "", ...rest] = part.split("=");
    const [name, model] =
      rest.length > 0 ? [before.trim(), rest.join("=").trim()] : [NAMES[index] ?? "", before.trim()];
    if (name === "") throw new InvalidArgumentError(`Participant ${index + 1} has no name.`);
    return { name, model: requireModel(model) };
  });
}

function requireModel(text: string): string {
  if (parseModel(text) !== null) return text;
  throw new InvalidArgumentError(`"${text}" is not provider/model, for example openai/gpt-5.5.`);
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("It must be an http or https address.");
}

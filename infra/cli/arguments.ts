/** The arguments of `parley debate`. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { parseModel } from "../../domain/catalogue.ts";
import { FORMATS } from "../../domain/formats/registry.ts";
import type { FormatName } from "../../domain/schemas/debate.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";

interface Speaker {
  name: string;
  model: string;
}

export interface DebateArguments extends ServerOptions {
  /** As the first argument; else it comes from `problemFile` or the configuration. */
  topic?: string;
  problemFile?: string;
  /** A debate as JSON; what is given beside it wins. */
  config?: string;
  /** Names or ids of the configuration's participants. */
  agents?: string[];
  format?: FormatName;
  rounds?: number;
  participants?: Speaker[];
  mode?: "simultaneous" | "sequential";
  judge?: string;
  /** USD. */
  maxCost?: number;
  /** The participants may ask questions first. */
  clarify?: boolean;
  json?: boolean;
  output?: string;
  report?: string;
  verbose?: boolean;
}

/** Arguments that can not go together, or lead nowhere. */
export class UsageError extends Error {}

export const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"];
const MOST_ROUNDS = 50;

export function addDebateOptions(command: Command): Command {
  return addServerOptions(command)
    .argument("[topic]", "what to debate")
    .option("--problem-file <file>", "read the topic from a file")
    .option(
      "--config <file>",
      "a debate as JSON, as POST /v1/debates takes it (default: ./parley.json if there is one)",
    )
    .addOption(
      new Option("-a, --agents <list>", "only these of the configuration's participants")
        .argParser(parseNames)
        .conflicts("participants"),
    )
    .addOption(new Option("-f, --format <format>", "the rules").choices(FORMATS))
    .addOption(new Option("-r, --rounds <n>", `at most so many rounds, 1 to ${MOST_ROUNDS}`).argParser(parseRounds))
    .addOption(
      new Option("-p, --participants <list>", '"Ada=provider/model,Ben=provider/model"').argParser(parseSpeakers),
    )
    .addOption(new Option("-m, --mode <mode>", "the order within a round").choices(["simultaneous", "sequential"]))
    .addOption(new Option("-j, --judge <model>", "provider/model").argParser(requireModel))
    .addOption(
      new Option("--max-cost <usd>", "spend so much at the most: no call is made that might pass it").argParser(
        parseUsd,
      ),
    )
    .option("-c, --clarify", "let the participants ask you questions before they begin")
    .option("-o, --output <file>", "write the debate (x.json) or the result's text (any other name) to a file")
    .option("--report <file>", "write the transcript as Markdown to a file")
    .option("-v, --verbose", "more detail about the course of the debate")
    .allowExcessArguments(false);
}

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS) return rounds;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_ROUNDS}.`);
}

function parseUsd(text: string): number {
  const usd = Number(text);
  if (usd > 0 && Number.isFinite(usd)) return usd;
  throw new InvalidArgumentError("It must be an amount in USD above 0, for example 2.50.");
}

function parseNames(text: string): string[] {
  return text.split(",").flatMap((name) => name.trim() || []);
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

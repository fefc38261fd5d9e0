/** The arguments of `parley debate`. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { canonicalTag } from "../../../domain/base/language/tag.ts";
import { formatsTaking } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { Option as DebateOption } from "../../../domain/shapes/define-option.ts";
import { AUTO, DEFAULT_DEBATE, FORMATS } from "../../../domain/shapes/format-names.ts";
import { OPTIONS } from "../../../domain/shapes/options.shape.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { LIMITS } from "../../../domain/shapes/schemas/limits.schema.ts";
import { addServerOptions, type ServerOptions } from "./server-options.ts";
import { parsePanel, parseSpeakers, requireModel, type Speaker } from "./speakers.ts";

export interface Showing {
  json?: boolean;
  verbose?: boolean;
  /** Files for the debate or its result, and for the report. */
  output?: string;
  report?: string;
}

/** Changes of a debate's request. */
export interface ChangeArguments {
  rounds?: number;
  judge?: string;
  panel?: string[] | number;
  /** USD. */
  maxCost?: number;
}

/** What describes a debate. */
export interface RequestArguments extends ChangeArguments {
  /** The first argument; otherwise it comes from `problemFile` or the configuration. */
  topic?: string;
  problemFile?: string;
  /** A debate as JSON. Other arguments take precedence. */
  config?: string;
  /** A preset's name, or name and version. It takes the place of `./parley.json`. */
  preset?: string;
  /** Names, ids or roles of participants of the configuration, else of the preset. */
  agents?: string[];
  format?: FormatName | typeof AUTO;
  /** A BCP-47 tag. */
  language?: string;
  participants?: Speaker[];
  /** Of a question. */
  answers?: AnswerForm;
  /** The known answer. */
  expected?: string;
  /** A file with the JSON schema that the result is mapped to. */
  outputSchema?: string;
  clarify?: boolean;
  validateLive?: boolean;
  queue?: boolean;
  /** Searches of the web, in these domains where it names some. */
  search?: true | string[];
  /** Names of MCP servers. */
  mcp?: string[];
}

export interface DebateArguments extends ServerOptions, Showing, RequestArguments {
  /** Files to hand in, and a folder of them. */
  file?: string[];
  dir?: string;
  /** Start without asking, whatever it is likely to cost. */
  yes?: boolean;
}

/** Arguments that contradict each other or are not valid. */
export class UsageError extends Error {}

/** The judge's own fields need its model too, so they belong in a file. */
const OWN_FIELDS = Object.entries<DebateOption>(OPTIONS).filter(([path]) => !path.startsWith("judge/"));

const FORMAT_HELP = `the rules; each format has its own number of rounds; ${AUTO}: a vote before a debate, with --answers (default: ${DEFAULT_DEBATE.format}, ${DEFAULT_DEBATE.rounds} rounds)`;

export function addDebateOptions(command: Command): Command {
  addRequestOptions(addServerOptions(command))
    .addOption(
      new Option("--file <path>", "hand in this file as material; repeat it for more").argParser(
        (path, all: string[] | undefined) => [...(all ?? []), path],
      ),
    )
    .option("--dir <folder>", "hand in the texts, source code and PDFs of this folder, at most 20 files")
    .option("-y, --yes", "start without asking, also if it will likely cost more than $1");
  return addShowingOptions(command);
}

export function addRequestOptions(command: Command): Command {
  command
    .argument("[topic]", "what to debate")
    .option("--problem-file <file>", "read the topic from a file, or from standard input: -")
    .option(
      "--config <file>",
      "a debate as JSON, as POST /v1/debates takes it (default: ./parley.json if there is one)",
    )
    .option("--preset <name>", "start this preset, whose fields other options override; weekly@3 is its third version")
    .addOption(
      new Option("-a, --agents <list>", "only these of the file's or preset's participants: names, ids or roles")
        .argParser(parseNames)
        .conflicts("participants"),
    )
    .addOption(new Option("-f, --format <format>", FORMAT_HELP).choices([...FORMATS, AUTO]))
    .addOption(
      new Option(
        "-p, --participants <list>",
        '"Ada=provider/model,Ben=provider/model"; a role or side may follow, as in Ada=provider/model:against',
      ).argParser(parseSpeakers),
    )
    .addOption(
      new Option("--language <tag>", "in which models write, such as de or pt-BR (default: the topic's)").argParser(
        parseLanguage,
      ),
    )
    .addOption(
      new Option(
        "--answers <form>",
        'question: "yes,no,unclear", number, number:km, or text (default: text)',
      ).argParser(parseAnswers),
    )
    .option("--expected <answer>", "the known answer: the result says who is right (question, or with --control-arm)")
    .option("--output-schema <file>", "also map the result to a JSON value of the JSON schema in this file")
    .option("-c, --clarify", "let the participants ask the owner questions before they begin")
    .option("--validate-live", "ask each model whether it answers before round 1")
    .addOption(
      new Option("--search [domains]", "let all search the web, only in these domains if given").argParser(parseNames),
    )
    .addOption(
      new Option("--mcp <servers>", "let all use the tools of these MCP servers, as the server names them").argParser(
        parseNames,
      ),
    )
    .option("--queue", "wait in the queue when a limit of your key or tenant leaves no room")
    .allowExcessArguments(false);
  return addChangeOptions(command);
}

export function addChangeOptions(command: Command): Command {
  command
    .addOption(
      new Option("-r, --rounds <n>", `at most this many rounds, 1 to ${LIMITS.rounds}`).argParser(
        numberIn({ min: 1, max: LIMITS.rounds, whole: true }),
      ),
    )
    .addOption(new Option("-j, --judge <model>", "provider/model").argParser(requireModel))
    .addOption(panelOption())
    .addOption(new Option("--max-cost <usd>", "hard limit: no call is made that might exceed it").argParser(parseUsd));
  for (const [path, field] of OWN_FIELDS) for (const option of optionsOf(path, field)) command.addOption(option);
  return command;
}

export function panelOption(): Option {
  const help = `models that vote in the judge's place, or how many the server is to choose of different families, 1 to ${LIMITS.panel}`;
  return new Option("--panel <list>", help).argParser(parsePanel);
}

export function addShowingOptions(command: Command): Command {
  return command
    .option(
      "-o, --output <file>",
      "write the whole debate (x.json, x.eval.json), its prompts (x.jsonl) or the result's text (x.md, x.txt) to a file",
    )
    .option("--report <file>", "write the transcript as a report (x.md, x.html) to a file")
    .option("-v, --verbose", "more detail about the course of the debate, and the reasons of its result");
}

/** `termination/type` is `--termination-type`. A flag that is on by default has a second option, which switches it off. */
function optionsOf(path: string, field: DebateOption): Option[] {
  const name = path.replaceAll(/\/|(?=[A-Z])/g, "-").toLowerCase();
  const [first = ""] = field.help.split(". ");
  const help = `${first} (${formatsTaking(path).join(", ")})`;
  if (field.kind === "flag") {
    const on = new Option(`--${name}`, help);
    return field.default ? [on, new Option(`--no-${name}`, "switches that off")] : [on];
  }
  const option = new Option(`${path === "mode" ? "-m, " : ""}--${name} <${field.kind}>`, help);
  if (field.kind === "choice") return [option.choices(field.choices)];
  return [option.argParser(numberIn(field))];
}

/** The given values of fields that only some formats take, by their paths. */
export function ownFieldsIn(args: ChangeArguments): [path: string, value: unknown][] {
  return OWN_FIELDS.flatMap(([path, field]) => {
    const [option] = optionsOf(path, field);
    const value = ({ ...args } as Record<string, unknown>)[option?.attributeName() ?? ""];
    return value === undefined ? [] : [[path, value] as [string, unknown]];
  });
}

/** A parser of numbers from `min` to `max`. */
export function numberIn({ min, max, whole }: { min: number; max: number; whole?: true }): (text: string) => number {
  return (text) => {
    const value = Number(text);
    const isNumber = text.trim() !== "" && (whole ? Number.isInteger(value) : Number.isFinite(value));
    if (isNumber && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a ${whole ? "whole " : ""}number from ${min} to ${max}.`);
  };
}

function parseLanguage(text: string): string {
  const tag = canonicalTag(text.trim());
  if (tag !== null) return tag;
  throw new InvalidArgumentError("It must be the BCP-47 tag of a language, such as de, pt-BR or zh-Hant.");
}

/** Options between commas, a kind, or a number with its unit. */
function parseAnswers(text: string): AnswerForm {
  const given = text.trim();
  if (given === "text") return { type: "text" };
  const [, unit] = /^number(?::(.+))?$/.exec(given) ?? [];
  if (given.startsWith("number") && (given === "number" || unit)) return { type: "number", ...(unit && { unit }) };
  const options = parseNames(given);
  if (options.length > 1) return { type: "choice", options };
  throw new InvalidArgumentError('It must be "one,another,…", number, number:unit, or text.');
}

function parseUsd(text: string): number {
  const usd = Number(text);
  if (usd > 0 && Number.isFinite(usd)) return usd;
  throw new InvalidArgumentError("It must be an amount in USD above 0, for example 2.50.");
}

/** `a, b` */
export function parseNames(text: string): string[] {
  return text.split(",").flatMap((name) => name.trim() || []);
}

const UNITS_S: Record<string, number> = { h: 3_600, d: 86_400 };

/** Seconds of `12h` or `90d`; null if the text is no duration. */
export function secondsIn(text: string): number | null {
  const [, amount = "", unit = ""] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  return unit === "" ? null : Number(amount) * (UNITS_S[unit] ?? 0);
}

export function parseSeconds(text: string): number {
  const seconds = secondsIn(text);
  if (seconds) return seconds;
  throw new InvalidArgumentError("It must be a duration such as 12h or 30d.");
}

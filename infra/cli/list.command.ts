/** `parley list` lists debates, `parley show` shows one. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { DebateSummary } from "../../api/client/index.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { NAMES } from "../../domain/rules/seats/usual-participants.ts";
import { EXAMPLES, type Example } from "../../domain/shapes/catalogue/examples.catalogue.ts";
import { DEFAULT_DEBATE, FORMATS } from "../../domain/shapes/format-names.ts";
import { STATUSES, type Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { Debate, FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { pendingQuestions } from "../../domain/shapes/schemas/questions.schema.ts";
import { ownCommand } from "../base/own-commands.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, debateCommand, type ServerOptions } from "./base/server-options.ts";
import { tableText } from "./base/table.cli.ts";
import { plainLine, shortened } from "./base/terminal.ts";
import { courseLines } from "./debate/course.ts";
import { decisionLines } from "./debate/decisions.debate-command.ts";
import { importedText, outcomeText } from "./debate/outcome.debate-command.ts";
import { summariesLines } from "./debate/summaries.ts";
import { formatText } from "./debate/words.debate-command.ts";

interface ListOptions extends ServerOptions {
  status?: Status;
  format?: FormatName;
  tag?: string;
  limit: number;
}

/** Debates of one request. */
const PAGE = 100;
const LONGEST_TOPIC = 60;

export function registerList(program: Command, cli: Cli): void {
  addServerOptions(program.command("list"))
    .description("list debates, newest first")
    .addOption(new Option("-s, --status <status>", "only those of this status").choices(STATUSES))
    .addOption(new Option("-f, --format <format>", "only those of this format").choices(FORMATS))
    .option("-t, --tag <tag>", "only those with this tag")
    .addOption(new Option("-n, --limit <n>", "maximum number").argParser(parseLimit).default(20))
    .action(async (options: ListOptions) => {
      const debates = await debatesOf(cli, options);
      if (options.json) return printJson(cli, debates);
      cli.streams.out(debates.length === 0 ? nothingText(options) : listText(debates));
    });
}

export function registerShow(program: Command, cli: Cli): void {
  debateCommand(program, "show", "show a debate: its status, and its result when it has one")
    .option("-v, --verbose", "its rounds with what was said, and the reasons of the result too")
    .action(async (id: string, options: ServerOptions & { verbose?: boolean }) => {
      const { verbose = false } = options;
      const client = await clientOf(cli, options);
      const debate = await client.get(id);
      if (options.json) return printJson(cli, debate);
      const course = verbose ? [...summariesLines(debate), ...courseLines(await client.transcript(id))] : [];
      cli.streams.out(course.map((line) => `${line}\n`).join(""));
      cli.streams.out(debate.result ? outcomeText(debate, { verbose }) : statusText(debate));
    });
}

async function debatesOf(cli: Cli, options: ListOptions): Promise<DebateSummary[]> {
  const { status, format, tag, limit } = options;
  const client = await clientOf(cli, options);
  const debates: DebateSummary[] = [];
  for await (const { items } of client.pages({ status, format, tag, limit: Math.min(limit, PAGE) })) {
    debates.push(...items);
    if (debates.length >= limit) break;
  }
  return debates.slice(0, limit);
}

/** Whoever has no debate yet is offered questions. */
function nothingText({ status, format, tag }: ListOptions): string {
  if (status || format || tag) return "no debates\n";
  const commands = EXAMPLES.map((example) => `  ${ownCommand(`debate ${argumentsOf(example)}`)}`);
  return ["no debates yet; try one of these:", ...commands, ""].join("\n");
}

function argumentsOf({ topics: [topic], format, seats, options }: Example): string {
  // The terminal's default, and as many seats as the format usually has, need no words.
  const { participants } = FORMATS_BY_NAME[format as FormatName];
  const isUsual = seats === (participants.usual ?? participants.min);
  const speakers = NAMES.slice(0, seats).map((name, seat) => `${name}=usual/speaker-${seat + 1}`);
  return [
    `"${topic}"`,
    ...(format === DEFAULT_DEBATE.format ? [] : [`--format ${format}`]),
    ...(options ? [`--answers "${options.join(",")}"`] : []),
    ...(isUsual ? [] : [`--participants "${speakers.join(",")}"`]),
  ].join(" ");
}

function listText(debates: DebateSummary[]): string {
  const rows = debates.map(({ id, status, round, maxRounds, format, topic }) => [
    id,
    status,
    `${round}/${maxRounds}`,
    format,
    shortened(plainLine(topic), LONGEST_TOPIC),
  ]);
  return tableText({ head: ["ID", "STATUS", "ROUND", "FORMAT", "TOPIC"], figures: ["ROUND"], rows });
}

/** A debate's status, and what its owner can do. */
export function statusText(debate: Debate): string {
  const { id, status, phase, round, maxRounds, pausing, allowed, pending, problems } = debate;
  const place = `round ${round} of ${maxRounds}${phase ? `, ${plainLine(phase)}` : ""}`;
  const questions = pendingQuestions(pending).filter(({ answered }) => !answered);
  return [
    ...importedText(debate),
    plainLine(debate.topic),
    `${id}: ${status}${pausing ? ", pausing" : ""}, ${place}`,
    `format: ${formatText(debate)}`,
    ...(debate.error ? errorLines(debate.error) : []),
    ...problems.map(({ pointer, detail }) => `problem ${plainLine(pointer)}: ${plainLine(detail)}`),
    ...questions.map((question) => `question ${question.id}: ${plainLine(question.text)}`),
    ...(pending?.type === "decision" ? decisionLines(pending.decision, id) : []),
    `commands: ${allowed.length > 0 ? allowed.join(", ") : "none"}`,
    "",
  ].join("\n");
}

function errorLines({ kind, message, suggestion }: NonNullable<Debate["error"]>): string[] {
  return [`error (${plainLine(kind)}): ${plainLine(message)}`, `suggestion: ${plainLine(suggestion)}`];
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

/** `parley list` lists debates, `parley show` shows one. */
import type { DebateQuery } from "../../api/client/index.ts";
import { debateRoutes } from "../../api/debates/debates.routes.ts";
import { listDebates } from "../../api/debates/list.debates-api.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { NAMES } from "../../domain/rules/seats/usual-participants.ts";
import { EXAMPLES, type Example } from "../../domain/shapes/catalogue/examples.catalogue.ts";
import { DEFAULT_DEBATE } from "../../domain/shapes/format-names.ts";
import type { Debate, FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import { pendingQuestions } from "../../domain/shapes/schemas/questions.schema.ts";
import { readEarned } from "../../domain/show/report/earned.report.ts";
import { ownCommand } from "../base/own-commands.ts";
import { routeCommand } from "./base/route.cli.ts";
import type { ServerOptions } from "./base/server-options.ts";
import { plainLine, shortened } from "./base/terminal.ts";
import { courseLines } from "./debate/course.ts";
import { decisionLines } from "./debate/decisions.debate-command.ts";
import { importedText, outcomeText } from "./debate/outcome.debate-command.ts";
import { summariesLines } from "./debate/summaries.ts";
import { formatText } from "./debate/words.debate-command.ts";

const LONGEST_TOPIC = 60;

export const registerList = routeCommand({
  route: listDebates,
  name: "list",
  help: "list debates, newest first",
  most: 20,
  options: {
    status: { flags: "-s, --status <status>", help: "only those of this status" },
    format: { flags: "-f, --format <format>", help: "only those of this format" },
    tag: { flags: "-t, --tag <tag>", help: "only those with this tag; several separated by commas: with all of them" },
    q: { flags: "--search <words>", help: "only those with all these words in the topic, tags, names or id" },
  },
  table: {
    none: nothingText,
    figures: ["ROUND"],
    columns: {
      ID: "id",
      STATUS: "status",
      ROUND: ({ round, maxRounds }) => `${round}/${maxRounds}`,
      FORMAT: "format",
      TOPIC: ({ topic }) => shortened(plainLine(topic), LONGEST_TOPIC),
    },
  },
});

export const registerShow = routeCommand({
  route: debateRoutes.read,
  name: "show",
  help: "show a debate: its status, and its result when it has one",
  hides: ["wait"],
  more: (command) =>
    command.option("-v, --verbose", "its rounds with what was said, and the reasons of the result too"),
  async says(debate, { verbose = false }: ServerOptions & { verbose?: boolean }, { client }) {
    const course = verbose
      ? [...summariesLines(debate), ...courseLines(await (await client()).transcript(debate.id))]
      : [];
    const earned = await readEarned(debate, async () => (await client()).levels());
    const told = debate.result ? outcomeText(debate, { verbose, earned }) : statusText(debate);
    return course.map((line) => `${line}\n`).join("") + told;
  },
});

/** Whoever has no debate yet is offered questions. */
function nothingText({ status, format, tag, q }: DebateQuery): string {
  if (status || format || tag || q) return "no debates";
  const commands = EXAMPLES.map((example) => `  ${ownCommand(`debate ${argumentsOf(example)}`)}`);
  return ["no debates yet; try one of these:", ...commands].join("\n");
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

/** Commands to a debate: pause, resume, stop and others, answers and decisions. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Answer, Client, Debate } from "../../api/client/index.ts";
import { commandRoutes } from "../../api/commands/commands.routes.ts";
import { pendingQuestions } from "../../domain/shapes/schemas/questions.schema.ts";
import { parseNames, UsageError } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { type OptionRow, type Register, routeCommand } from "./base/route.cli.ts";
import { addServerOptions, debateCommand, type ServerOptions } from "./base/server-options.ts";
import { runServers } from "./base/servers.cli.ts";
import { plainLine } from "./base/terminal.ts";
import { askDecision, decisionLines, questionLine } from "./debate/decisions.debate-command.ts";
import { askQuestion, type OpenQuestion, skipped } from "./debate/questions.debate-command.ts";
import { statusText } from "./list.command.ts";

const reason = { flags: "--reason <text>", help: "reason for the log" };
const now = { flags: "--now", help: "cancel running calls; their turns start over on resume", sends: "now" };
const abandon = { flags: "--abandon", help: "cancel it instead, without a verdict", sends: "abandon" };
const live = { flags: "--live", help: "also ask each model whether it answers" };

const steering = (name: keyof typeof commandRoutes, help: string, options: Record<string, OptionRow> = {}) =>
  routeCommand({ route: commandRoutes[name], name, help, options: { reason, ...options }, says: statusText });

export const steeringCommands: Register[] = [
  start,
  steering("resume", "resume a paused debate"),
  steering("retry", "try again after a fault"),
  steering("reset", "start over after a fault, as a draft"),
  steering("validate", "check a draft", { live }),
  steering("pause", "pause a debate after the work in flight", { when: now }),
  steering("stop", "end a debate: the judge rules on what there is", { mode: abandon }),
];

function start(program: Command, cli: Cli): void {
  addServerOptions(program.command("start"))
    .option(reason.flags, reason.help)
    .description("start a debate that is ready; without an id start Parley itself, with everything that it needs")
    .argument("[id]", "the debate")
    .action((id: string | undefined, options: ServerOptions & { reason?: string }) =>
      id === undefined
        ? runServers({ workers: true, api: true })
        : steer(cli, options, (client) => client.start(id, { reason: options.reason })),
    );
}

export function registerAnswer(program: Command, cli: Cli): void {
  const summary = "answer the participants' questions; asks at the prompt for answers that are not given";
  debateCommand(program, "answer", summary)
    .argument("[answers...]", '"q1=your answer"')
    .addOption(new Option("--skip <list>", "skip these questions, for example q2,q3").argParser(parseNames))
    .option("--skip-all", "skip every other open question")
    .action((id: string, given: string[], options: AnswerOptions) =>
      steer(cli, options, async (client) => client.answer(id, await answersOf(cli, { client, id, given, options }))),
    );
}

export function registerDecide(program: Command, cli: Cli): void {
  debateCommand(program, "decide", "choose an option of the decision that the debate waits for")
    .argument("[decision]", "the decision's id")
    .argument("[option]", "one of its options; without it, the prompt asks")
    .addOption(new Option("--params <json>", 'for example {"maxCostUsd":5}').argParser(parseParams))
    .action((id: string, decision: string | undefined, option: string | undefined, options: DecideOptions) =>
      steer(cli, options, async (client) => {
        if (decision && option) return client.decide(id, decision, { option, params: options.params });
        return decideAtPrompt(cli, { client, id, decision });
      }),
    );
}

type Params = Record<string, unknown>;
type DecideOptions = ServerOptions & { params?: Params };

interface AnswerOptions extends ServerOptions {
  skip?: string[];
  skipAll?: boolean;
}

/** Asks which option to take. Throws `UsageError` if nobody is at the terminal, or the debate waits for something else. */
async function decideAtPrompt(
  { streams }: Cli,
  { client, id, decision }: { client: Client; id: string; decision: string | undefined },
): Promise<Debate> {
  const debate = await client.get(id);
  const { pending } = debate;
  if (pending?.type !== "decision" || (decision ?? pending.decision.id) !== pending.decision.id)
    throw new UsageError(`${id} does not wait for ${decision ? `the decision ${decision}` : "a decision"} now`);
  if (!streams.ask) throw new UsageError(decisionLines(pending.decision, id).join("\n"));
  const { signal } = new AbortController();
  const question = questionLine(pending.decision);
  const choice = await askDecision({ decision: pending.decision, question, ask: streams.ask, signal });
  return choice ? client.decide(id, pending.decision.id, choice) : debate;
}

/** Sends a command and prints the debate after it. */
async function steer(cli: Cli, options: ServerOptions, give: (client: Client) => Promise<Debate>): Promise<void> {
  const debate = await give(await clientOf(cli, options));
  if (options.json) printJson(cli, debate);
  else cli.streams.out(statusText(debate));
}

function answerOf(text: string): Answer {
  const [, questionId, answer] = /^\s*([\w-]+)\s*=([\s\S]*)$/.exec(text) ?? [];
  if (questionId && answer?.trim()) return { questionId, answer: answer.trim() };
  throw new UsageError(`"${text}" is not an answer; write q1="your answer"`);
}

interface Answering {
  client: Client;
  id: string;
  given: string[];
  options: AnswerOptions;
}

/** The given answers and skips; without any, those of the person at the terminal. */
async function answersOf(cli: Cli, { client, id, given, options }: Answering): Promise<Answer[]> {
  const answers = [...given.map(answerOf), ...skipped((options.skip ?? []).map((name) => ({ id: name })))];
  if (answers.length > 0 && !options.skipAll) return answers;
  const isLeft = (question: { id: string }) => answers.every(({ questionId }) => questionId !== question.id);
  const open = pendingQuestions((await client.get(id)).pending).filter((q) => !q.answered && isLeft(q));
  if (open.length === 0 && answers.length === 0) throw new Error("the debate has no open questions");
  return options.skipAll ? [...answers, ...skipped(open)] : askedAnswers(cli, open);
}

async function askedAnswers({ streams }: Cli, all: OpenQuestion[]): Promise<Answer[]> {
  if (!streams.ask)
    throw new UsageError('answers are missing, for example: parley answer ID "q1=your answer", or --skip-all');
  const { signal } = new AbortController();
  const answers: Answer[] = [];
  for (let open = all; open[0]; open = all.slice(answers.length)) {
    const head = `${open[0].id}: ${plainLine(open[0].text)}`;
    answers.push(...(await askQuestion({ ask: streams.ask, signal, head, open })).answers);
  }
  return answers;
}

function parseParams(text: string): Params {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Params;
  } catch {
    // Reported below.
  }
  throw new InvalidArgumentError("It must be a JSON object.");
}

/** Commands to a debate: pause, resume, stop and others, answers and decisions. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Answer, Client, Debate } from "../../api/client/index.ts";
import { pendingQuestions } from "../../domain/shapes/schemas/questions.schema.ts";
import { parseNames, UsageError } from "./base/arguments.cli.ts";
import { type Cli, clientOf, printJson } from "./base/cli.ts";
import { addServerOptions, debateCommand, type ServerOptions } from "./base/server-options.ts";
import { runServers } from "./base/servers.cli.ts";
import { plainLine } from "./base/terminal.ts";
import { askDecision, decisionLines, questionLine } from "./debate/decisions.debate-command.ts";
import { askQuestion, type OpenQuestion, skipped } from "./debate/questions.debate-command.ts";
import { statusText } from "./list.command.ts";

const COMMANDS = {
  resume: "resume a paused debate",
  retry: "try again after a fault",
  reset: "start over after a fault, as a draft",
} as const;

interface SteerOptions extends ServerOptions {
  reason?: string;
}

export function registerCommands(program: Command, cli: Cli): void {
  withReason(addServerOptions(program.command("start")))
    .description("start a debate that is ready; without an id start Parley itself, with everything that it needs")
    .argument("[id]", "the debate")
    .action((id: string | undefined, { reason, ...options }: SteerOptions) =>
      id === undefined
        ? runServers({ workers: true, api: true })
        : steer(cli, options, (client) => client.start(id, { reason })),
    );
  for (const [name, summary] of Object.entries(COMMANDS) as [keyof typeof COMMANDS, string][]) {
    steering(program, name, summary).action((id: string, { reason, ...options }: SteerOptions) =>
      steer(cli, options, (client) => client[name](id, { reason })),
    );
  }
  steering(program, "validate", "check a draft")
    .option("--live", "also ask each model whether it answers")
    .action((id: string, { reason, live, ...options }: SteerOptions & { live?: boolean }) =>
      steer(cli, options, (client) => client.validate(id, { reason, ...(live && { live }) })),
    );
  steering(program, "pause", "pause a debate after the work in flight")
    .option("--now", "cancel running calls; their turns start over on resume")
    .action((id: string, { reason, now, ...options }: SteerOptions & { now?: boolean }) => {
      const body = { reason, ...(now && { when: "now" as const }) };
      return steer(cli, options, (client) => client.pause(id, body));
    });
  steering(program, "stop", "end a debate: the judge rules on what there is")
    .option("--abandon", "cancel it instead, without a verdict")
    .action((id: string, { reason, abandon, ...options }: SteerOptions & { abandon?: boolean }) => {
      const body = { reason, ...(abandon && { mode: "abandon" as const }) };
      return steer(cli, options, (client) => client.stop(id, body));
    });
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

function steering(program: Command, name: string, summary: string): Command {
  return withReason(debateCommand(program, name, summary));
}

function withReason(command: Command): Command {
  return command.option("--reason <text>", "reason for the log");
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

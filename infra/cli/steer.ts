/** Commands to a debate: pause, resume, stop and others, answers and decisions. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Answer, Client, Debate } from "../../api/client/index.ts";
import { pendingQuestions } from "../../domain/clarifications/questions.ts";
import { type Cli, clientOf, printJson } from "./cli.ts";
import { UsageError } from "./debate/arguments.ts";
import { statusText } from "./list.ts";
import { debateCommand, type ServerOptions } from "./server-options.ts";
import { plainLine } from "./terminal.ts";

const COMMANDS = {
  start: "start a debate that is ready",
  resume: "resume a paused debate",
  retry: "try again after a fault",
  reset: "start over after a fault, as a draft",
} as const;

interface SteerOptions extends ServerOptions {
  reason?: string;
}

export function registerCommands(program: Command, cli: Cli): void {
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
  const summary = "answer the participants' questions; asks you for answers that are not given";
  debateCommand(program, "answer", summary)
    .argument("[answers...]", '"q1=your answer"')
    .action((id: string, given: string[], options: ServerOptions) =>
      steer(cli, options, async (client) =>
        client.answer(id, given.length > 0 ? given.map(answerOf) : await askedAnswers(cli, await client.get(id))),
      ),
    );
}

export function registerDecide(program: Command, cli: Cli): void {
  debateCommand(program, "decide", "choose an option of the decision that the debate waits for")
    .argument("<decision>", "the decision's id")
    .argument("<option>", "one of its options")
    .addOption(new Option("--params <json>", 'for example {"maxCostUsd":5}').argParser(parseParams))
    .action((id: string, decision: string, option: string, options: ServerOptions & { params?: Params }) => {
      return steer(cli, options, (client) => client.decide(id, decision, { option, params: options.params }));
    });
}

type Params = Record<string, unknown>;

function steering(program: Command, name: string, summary: string): Command {
  return debateCommand(program, name, summary).option("--reason <text>", "reason for the log");
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

async function askedAnswers({ streams }: Cli, { pending }: Debate): Promise<Answer[]> {
  const open = pendingQuestions(pending).filter(({ answered }) => !answered);
  if (open.length === 0) throw new Error("the debate has no open questions");
  if (!streams.ask) throw new UsageError('answers are missing, for example: parley answer ID "q1=your answer"');
  const answers: Answer[] = [];
  for (const { id, text } of open) {
    const answer = await streams.ask(`${id}: ${plainLine(text)}\n> `, new AbortController().signal);
    if (answer.trim()) answers.push({ questionId: id, answer: answer.trim() });
  }
  if (answers.length === 0) throw new Error("nothing was answered");
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

/** Asks the participants' questions at the terminal while events are still printed. */

import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Client, type DebateEvent, ParleyProblem } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { pendingQuestions } from "../../../domain/shapes/schemas/questions.schema.ts";
import { ownCommand } from "../../base/own-commands.ts";
import type { Ask } from "../base/prompt.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { askQuestion, type OpenQuestion, skipped } from "./questions.debate-command.ts";
import { nameOf } from "./words.debate-command.ts";

interface Asking {
  debate: Debate;
  client: Pick<Client, "get" | "answer">;
  write: (text: string) => void;
  /** Missing: no person is at the terminal. */
  ask?: Ask | undefined;
}

export interface Clarifier {
  /** Reacts to events about questions. */
  handle(event: DebateEvent): void;
  /** Stops asking. */
  stop(): void;
}

/**
 * Sends each answer at once. Does not ask a question that somebody else has answered. After `skip all` it skips the
 * questions of later collections too.
 */
export function createClarifier(asking: Asking): Clarifier {
  let current = new AbortController();
  let asked: string[] = [];
  const closed = new Set<string>();
  const wishes = { skipsAll: false };
  const askAgain = () => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    askAll({ ...asking, asked, closed, wishes, signal }).catch((error: unknown) => {
      if (!signal.aborted) asking.write(`${plainLine(error instanceof Error ? error.message : String(error))}\n`);
    });
  };
  return {
    handle(event) {
      if (event.type === "clarification.asked" && event.questions.length > 0) {
        asked = event.questions.map(({ id }) => id);
        askAgain();
      }
      if (event.type === "clarification.answered" && event.answers.some(({ questionId }) => !closed.has(questionId))) {
        for (const { questionId } of event.answers) closed.add(questionId);
        askAgain();
      }
    },
    stop: () => current.abort(),
  };
}

interface Round extends Asking {
  /** Ids of the last questions in the log. */
  asked: string[];
  /** Ids of questions that need no answer any more. */
  closed: Set<string>;
  wishes: { skipsAll: boolean };
  signal: AbortSignal;
}

/** Milliseconds between reads of the debate, whose state follows its events. */
const POLL_MS = 100;

/** The questions that wait for an answer now. The events may be old. */
async function openOf({ client, debate, asked, closed, signal }: Round): Promise<OpenQuestion[]> {
  while (!signal.aborted && asked.some((id) => !closed.has(id))) {
    const { status, pending } = await client.get(debate.id);
    const questions = pendingQuestions(pending);
    if (status !== "clarifying" || questions.some(({ id }) => asked.includes(id)))
      return questions.filter((q) => !q.answered && !closed.has(q.id));
    await sleep(POLL_MS, undefined, { signal });
  }
  return [];
}

async function askAll(input: Round): Promise<void> {
  const { debate, closed, signal, ask, write, wishes } = input;
  let open = await openOf(input);
  if (signal.aborted || open.length === 0) return;
  if (!ask) return write(howToAnswer(open, debate));
  while (open[0]) {
    const head = headOf(open[0], debate);
    const reply = wishes.skipsAll ? null : await askQuestion({ ask, signal, head, open });
    const answers = reply?.answers ?? skipped(open);
    for (const { questionId } of answers) closed.add(questionId);
    wishes.skipsAll ||= reply?.skipsAll ?? false;
    await send({ ...input, answers });
    open = open.filter(({ id }) => !closed.has(id));
  }
}

/** An answer that comes too late is only reported: the debate continues without it. */
async function send({ client, debate, answers, write }: Asking & { answers: Answer[] }): Promise<void> {
  try {
    await client.answer(debate.id, answers);
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    write(`${plainLine(error.message)}\n`);
  }
}

function headOf({ id, text, askedBy }: OpenQuestion, debate: Debate): string {
  const names = askedBy.map((who) => nameOf(who, debate));
  return `${names.join(", ")} ${names.length > 1 ? "ask" : "asks"} (${id}): ${plainLine(text)}`;
}

function howToAnswer(open: OpenQuestion[], debate: Debate): string {
  const answers = open.map(({ id }) => `"${id}=…"`);
  return [
    "\nThe participants have questions, and the debate waits for the answers:",
    ...open.map((question) => `  ${headOf(question, debate)}`),
    "Answer them with:",
    `  ${ownCommand(`answer ${debate.id} ${answers.join(" ")}`)}`,
    `or skip them with: ${ownCommand(`answer ${debate.id} --skip-all`)}`,
    "",
  ].join("\n");
}

/** Asks the participants' questions at the terminal while events are still printed. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, type DebateEvent, ParleyProblem } from "../../../api/client/index.ts";
import { pendingQuestions } from "../../../domain/clarifications/questions.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import { plainLine } from "../terminal.ts";
import { nameOf } from "./narrator.ts";

/** Reads one line from a person; rejects when the signal aborts. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string>;

interface Asking {
  debate: Debate;
  client: Pick<Client, "get" | "answer">;
  write: (text: string) => void;
  /** Missing: no person is at the terminal. */
  ask?: Ask | undefined;
}

type Pending = ReturnType<typeof pendingQuestions>[number];

export interface Clarifier {
  /** Reacts to events about questions. */
  handle(event: DebateEvent): void;
  /** Stops asking. */
  stop(): void;
}

/** Sends each answer at once. Does not ask a question that somebody else has answered. */
export function createClarifier(asking: Asking): Clarifier {
  let current = new AbortController();
  let asked: string[] = [];
  const closed = new Set<string>();
  const askAgain = () => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    askAll({ ...asking, asked, closed, signal }).catch((error: unknown) => {
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
  signal: AbortSignal;
}

/** Milliseconds between reads of the debate, whose state follows its events. */
const POLL_MS = 100;

/** The questions that wait for an answer now. The events may be old. */
async function openOf({ client, debate, asked, closed, signal }: Round): Promise<Pending[]> {
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
  const { debate, closed, signal, ask, write } = input;
  const open = await openOf(input);
  if (signal.aborted || open.length === 0) return;
  if (!ask) return write(howToAnswer(open, debate));
  for (const question of open) {
    const answer = await askOne({ ...input, ask, question });
    closed.add(question.id);
    await send({ ...input, answer, question });
  }
}

async function askOne(input: { ask: Ask; question: Pending; debate: Debate; signal: AbortSignal }): Promise<string> {
  const { ask, question, debate, signal } = input;
  for (;;) {
    const answer = await ask(`\n${headOf(question, debate)}\n> `, signal);
    if (answer.trim() !== "") return answer.trim();
  }
}

/** An answer that comes too late is only reported: the debate continues without it. */
async function send(input: Asking & { answer: string; question: Pending }): Promise<void> {
  const { client, debate, answer, question, write } = input;
  try {
    await client.answer(debate.id, [{ questionId: question.id, answer }]);
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    write(`${plainLine(error.message)}\n`);
  }
}

function headOf({ id, text, askedBy }: Pending, debate: Debate): string {
  const names = askedBy.map((who) => nameOf(who, debate));
  return `${names.join(", ")} ${names.length > 1 ? "ask" : "asks"} (${id}): ${plainLine(text)}`;
}

function howToAnswer(open: Pending[], debate: Debate): string {
  const answers = open.map(({ id }) => `"${id}=…"`);
  return [
    "\nThe participants have questions, and the debate waits for the answers:",
    ...open.map((question) => `  ${headOf(question, debate)}`),
    "Answer them with:",
    `  npm run parley -- answer ${debate.id} ${answers.join(" ")}`,
    "",
  ].join("\n");
}

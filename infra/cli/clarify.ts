/** Questions of the participants, asked at the terminal's prompt while the events go on being told. */
import type { Debate } from "../../domain/schemas.ts";
import { ApiError, type Client, type WireEvent } from "./client.ts";
import { plainLine } from "./terminal.ts";

/** Reads one line from a person; rejects when the signal aborts. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string>;

interface Asking {
  debate: Debate;
  client: Pick<Client, "getDebate" | "submitAnswers">;
  write: (text: string) => void;
  /** Left out: nobody sits there. */
  ask?: Ask | undefined;
}

type Pending = NonNullable<Debate["pending"]>["questions"][number];

export interface Clarifier {
  /** Takes notice of what concerns the questions. */
  hear(event: WireEvent): void;
  /** Nobody is asked any more. */
  stop(): void;
}

/** Each answer is sent as soon as it is written; a question that somebody else answers meanwhile is not asked. */
export function createClarifier(asking: Asking): Clarifier {
  let current = new AbortController();
  const closed = new Set<string>();
  const begin = () => {
    current = new AbortController();
    const { signal } = current;
    askAll({ ...asking, closed, signal }).catch((error: unknown) => {
      if (!signal.aborted) asking.write(`${plainLine(error instanceof Error ? error.message : String(error))}\n`);
    });
  };
  return {
    hear(event) {
      if (event.type === "clarification.asked" && event.questions.length > 0) {
        current.abort();
        begin();
      }
      if (event.type === "clarification.answered" && event.answers.some(({ questionId }) => !closed.has(questionId))) {
        for (const { questionId } of event.answers) closed.add(questionId);
        current.abort();
        begin();
      }
    },
    stop: () => current.abort(),
  };
}

async function askAll(input: Asking & { closed: Set<string>; signal: AbortSignal }): Promise<void> {
  const { client, debate, closed, signal, ask, write } = input;
  const { pending } = await client.getDebate(debate.id);
  const open = (pending?.questions ?? []).filter((q) => !q.answered && !closed.has(q.id));
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

/** An answer that came too late is no reason to end: the debate goes on without it. */
async function send(input: Asking & { answer: string; question: Pending }): Promise<void> {
  const { client, debate, answer, question, write } = input;
  try {
    await client.submitAnswers(debate.id, [{ questionId: question.id, answer }]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    write(`${plainLine(error.message)}\n`);
  }
}

function headOf({ id, text, askedBy }: Pending, debate: Debate): string {
  const names = askedBy.map((who) => debate.participants.find((p) => p.id === who)?.name ?? who);
  return `${plainLine(names.join(", "))} ${names.length > 1 ? "ask" : "asks"} (${id}): ${plainLine(text)}`;
}

function howToAnswer(open: Pending[], debate: Debate): string {
  const answers = open.map(({ id }) => ({ questionId: id, answer: "…" }));
  return [
    "\nThe participants have questions, and the debate waits for the answers:",
    ...open.map((question) => `  ${headOf(question, debate)}`),
    "Answer them with:",
    `  curl -X POST ${debate.links.self}/answers -H 'content-type: application/json' -d '${JSON.stringify({ answers })}'`,
    "",
  ].join("\n");
}

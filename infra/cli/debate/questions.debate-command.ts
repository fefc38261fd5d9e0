/** The participants' questions at the prompt: Enter skips one, `skip all` skips the rest. */
import type { Answer } from "../../../api/client/index.ts";
import type { pendingQuestions } from "../../../domain/shapes/schemas/questions.schema.ts";
import type { Ask } from "../base/prompt.cli.ts";

export type OpenQuestion = ReturnType<typeof pendingQuestions>[number];

interface Asking {
  ask: Ask;
  signal: AbortSignal;
  head: string;
  /** The question, and those after it. */
  open: OpenQuestion[];
}

interface Reply {
  /** To the first question, or after `skip all` to every one. `null` skips a question. */
  answers: Answer[];
  skipsAll: boolean;
}

export async function askQuestion({ ask, signal, head, open }: Asking): Promise<Reply> {
  const reply = (await ask(`\n${head}\n(Enter skips it, "skip all" skips the rest)\n> `, signal)).trim();
  if (/^skip all$/i.test(reply)) return { answers: skipped(open), skipsAll: true };
  return { answers: open.slice(0, 1).map(({ id }) => ({ questionId: id, answer: reply || null })), skipsAll: false };
}

export function skipped(questions: Pick<OpenQuestion, "id">[]): Answer[] {
  return questions.map(({ id }) => ({ questionId: id, answer: null }));
}

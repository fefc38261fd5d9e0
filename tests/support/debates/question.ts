/** Scripted participants of questions, who answer what they are told to. */
import type { ModelReplyScript, ModelRequest } from "../models/server.ts";

/** Which round a prompt is of, and whose model it is; null: it asks for no answer. */
export function askedOf(request: Pick<ModelRequest, "messages" | "model">): { round: number; model: string } | null {
  const text = wordsOf(request);
  if (/^Answer this question yourself, alone\./m.test(text)) return { round: 1, model: request.model };
  const again = /^(?:Answer the question again|Settle this question): round (\d+) of/m.exec(text);
  return again && { round: Number(again[1]), model: request.model };
}

export function wordsOf({ messages }: Pick<ModelRequest, "messages">): string {
  return messages.map(({ content }) => content).join("\n");
}

export type Answerer = (asked: { round: number; model: string }, request: ModelRequest) => string | number;

export const USAGE = { input: 100, output: 20 };

/** Everybody gives what `answer` says, with a confidence of 70; answers are grouped by their first letter. */
export function answering(answer: Answerer = () => "A") {
  return (request: ModelRequest): ModelReplyScript => {
    const asked = askedOf(request);
    if (!asked) return { json: { groups: groupsIn(request) }, usage: USAGE };
    const given = answer(asked, request);
    return { json: { reasoning: `It is ${given}, by reasoning.`, answer: given, confidence: 70 }, usage: USAGE };
  };
}

function groupsIn(request: ModelRequest) {
  const shown = [...wordsOf(request).matchAll(/<answer[^>]* id="(A\d+)">\n(.)/g)];
  const grouped = Map.groupBy(shown, ([, , letter]) => letter);
  return [...grouped].map(([letter, of]) => ({ answer: `Those with ${letter}`, members: of.map(([, id]) => id) }));
}

export const YES_NO = { type: "choice", options: ["yes", "no"] } as const;

/** A question to three models, unless told. */
export function questionRequest(changes: object = {}, models = ["openai/one", "openai/two", "openai/three"]): object {
  return {
    topic: "Is 91 a prime?",
    format: "question",
    answers: YES_NO,
    participants: models.map((model, i) => ({ name: `Voter ${i + 1}`, model })),
    ...changes,
  };
}

/** What a debate asks of its owner, as forms that a model's program shows to its user; and the answers to them. */

import type { Choice, Client, Debate } from "../../../api/client/index.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import type { PendingAnswers } from "../../../domain/shapes/schemas/questions.schema.ts";

type Question = PendingAnswers["questions"][number];

interface Field {
  type: "string";
  title?: string;
  description?: string;
  enum?: string[];
  default?: string;
}

/** A request of the protocol's elicitation. */
export interface Form {
  method: "elicitation/create";
  params: {
    mode: "form";
    message: string;
    requestedSchema: { type: "object"; properties: Record<string, Field>; required?: string[] };
  };
}

/** `decline`: the user does not want to answer; `cancel`: the user has closed the form. */
interface FormAnswer {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}
/** By the form's key. They come from outside, so each may be anything. */
export type FormAnswers = Record<string, FormAnswer | undefined>;

type Asking = Pick<Debate, "topic" | "pending" | "participants">;

/**
 * The open form by its key; none if the debate waits for nothing. A key belongs to one form for ever: questions that are
 * left after some were answered make another form.
 */
export function formsOf(debate: Asking): Record<string, Form> {
  const { pending } = debate;
  if (pending?.type === "decision")
    return { [`decision-${pending.decision.id}`]: decisionForm(pending.decision, debate.topic) };
  const open = openQuestions(debate);
  return open.length === 0 ? {} : { [questionsKey(open)]: questionsForm(open, debate) };
}

/** Gives the answer to the open form to the debate. Answers to other forms have come too late, and are ignored. */
export async function giveAnswers(
  client: Client,
  { debate, answers }: { debate: Debate; answers: FormAnswers },
): Promise<void> {
  const { id, pending } = debate;
  const [key = ""] = Object.keys(formsOf(debate));
  const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
  if (answer?.action !== "accept" && answer?.action !== "decline") return;
  const content = answer.action === "accept" ? (answer.content ?? {}) : {};
  if (pending?.type === "answers")
    await client.answer(
      id,
      openQuestions(debate).map((question) => ({
        questionId: question.id,
        answer: textOf(content[question.id]) ?? null,
      })),
    );
  // Nobody can decline a decision: it waits, or takes its default.
  else if (pending?.type === "decision" && answer.action === "accept")
    await client.decide(id, pending.decision.id, choiceOf(pending.decision, content));
}

function openQuestions({ pending }: Asking): Question[] {
  return pending?.type === "answers" ? pending.questions.filter(({ answered }) => !answered) : [];
}

function questionsKey(questions: Question[]): string {
  return `questions-${questions.map(({ id }) => id).join("-")}`;
}

function questionsForm(questions: Question[], { topic, participants }: Asking): Form {
  const names = (ids: string[]) => ids.map((id) => participants.find((one) => one.id === id)?.name ?? id).join(", ");
  const fields = questions.map(({ id, text, askedBy }): [string, Field] => [
    id,
    { type: "string", title: text, description: `Asked by ${names(askedBy)}; leave it empty to skip it` },
  ]);
  return form(`Before the debate “${topic}” begins, its participants ask:`, { properties: Object.fromEntries(fields) });
}

function decisionForm({ question, options, default: byDefault, expiresAt }: Decision, topic: string): Form {
  const lines = options.map(({ id, label, consequence }) => `- ${id}: ${label}. ${consequence}`);
  const params = options.flatMap((option) => Object.entries(option.params ?? {}));
  return form([`The debate “${topic}” waits for its owner’s decision. ${question}`, ...lines].join("\n"), {
    properties: {
      option: {
        type: "string",
        title: "The owner’s decision",
        description: `Without one, ${byDefault} at ${expiresAt}`,
        enum: options.map(({ id }) => id),
      },
      ...Object.fromEntries(
        params.map(([name, meaning]): [string, Field] => [name, { type: "string", title: name, description: meaning }]),
      ),
    },
    required: ["option"],
  });
}

function form(message: string, schema: Omit<Form["params"]["requestedSchema"], "type">): Form {
  return {
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema: { type: "object", ...schema } },
  };
}

/** The chosen option with the parameters that it takes; those left empty are left out. */
function choiceOf({ options }: Decision, content: Record<string, unknown>): Choice {
  const option = String(content["option"]);
  const params = options.find(({ id }) => id === option)?.params;
  if (!params) return { option };
  const given = Object.keys(params).flatMap((name) => {
    const text = textOf(content[name]);
    return text === undefined ? [] : [[name, /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]];
  });
  return { option, params: Object.fromEntries(given) };
}

/** undefined if it is empty. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? undefined : text;
}

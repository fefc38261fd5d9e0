/** What a run asks of its owner before it goes on, as a form with a JSON schema; and the answer that a filled form is. */
import type { LogEvent } from "../../play/events/events.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { Answer, PendingAnswers } from "../../shapes/schemas/questions.schema.ts";

type Question = PendingAnswers["questions"][number];

interface Field {
  type: "string";
  title?: string;
  description?: string;
  enum?: string[];
}

export interface Ask {
  /** Belongs to one form for ever: questions that are left after some were answered make another form. */
  key: string;
  about: "questions" | "decision";
  /** For people. */
  message: string;
  /** A JSON schema of the filled form. */
  schema: { type: "object"; properties: Record<string, Field>; required?: string[] };
  /** ISO 8601; missing: it waits as long as it takes. */
  expiresAt?: string;
}

/** The answer in the debate's own terms. */
export type Reply =
  | { command: "submitAnswers"; input: { answers: Answer[] } }
  | { command: "decide"; input: { decisionId: string; option: string; params?: Record<string, string | number> } };

type Asking = Pick<Debate, "topic" | "pending" | "participants">;

/** The open form; null if the debate waits for nothing. */
export function openAsk(debate: Asking): Ask | null {
  const { pending } = debate;
  if (pending?.type === "decision") return decisionAsk(pending.decision, debate.topic);
  const open = openQuestions(debate);
  return open.length === 0 ? null : questionsAsk(open, debate);
}

/** What the filled form says; `declined` skips all questions, and of a decision takes what would be taken without one. */
export function replyTo(debate: Asking, filled: Record<string, unknown> | "declined"): Reply {
  const { pending } = debate;
  const content = filled === "declined" ? {} : filled;
  if (pending?.type === "decision") {
    const { id: decisionId, default: byDefault } = pending.decision;
    const choice = filled === "declined" ? { option: byDefault } : choiceOf(pending.decision, content);
    return { command: "decide", input: { decisionId, ...choice } };
  }
  const answers = openQuestions(debate).map(({ id }) => ({ questionId: id, answer: textOf(content[id]) ?? null }));
  return { command: "submitAnswers", input: { answers } };
}

/** Whether this event of the log asked what the key of a form names. */
export function askedIn(event: LogEvent, key: string): boolean {
  const [about, ...ids] = key.split("-");
  if (event.type === "clarification.asked")
    return about === "questions" && event.data.questions.some(({ id }) => ids.includes(id));
  return event.type === "decision.requested" && about === "decision" && event.data.decision.id === ids[0];
}

function openQuestions({ pending }: Asking): Question[] {
  return pending?.type === "answers" ? pending.questions.filter(({ answered }) => !answered) : [];
}

function questionsAsk(questions: Question[], { topic, participants }: Asking): Ask {
  const names = (ids: string[]) => ids.map((id) => participants.find((one) => one.id === id)?.name ?? id).join(", ");
  const fields = questions.map(({ id, text, askedBy }): [string, Field] => [
    id,
    { type: "string", title: text, description: `Asked by ${names(askedBy)}; leave it empty to skip it` },
  ]);
  return {
    key: `questions-${questions.map(({ id }) => id).join("-")}`,
    about: "questions",
    message: `Before the debate “${topic}” begins, its participants ask:`,
    schema: { type: "object", properties: Object.fromEntries(fields) },
  };
}

function decisionAsk({ id, question, options, default: byDefault, expiresAt }: Decision, topic: string): Ask {
  const lines = options.map((option) => `- ${option.id}: ${option.label}. ${option.consequence}`);
  const params = options.flatMap((option) => Object.entries(option.params ?? {}));
  const fields = params.map(([name, meaning]): [string, Field] => [
    name,
    { type: "string", title: name, description: meaning },
  ]);
  const option: Field = {
    type: "string",
    title: "The owner’s decision",
    description: `Without one, ${byDefault} at ${expiresAt}`,
    enum: options.map((each) => each.id),
  };
  return {
    key: `decision-${id}`,
    about: "decision",
    message: [`The debate “${topic}” waits for its owner’s decision. ${question}`, ...lines].join("\n"),
    schema: { type: "object", properties: { option, ...Object.fromEntries(fields) }, required: ["option"] },
    expiresAt,
  };
}

/** The chosen option with the parameters that it takes; those left empty are left out. */
function choiceOf({ options }: Decision, content: Record<string, unknown>) {
  const option = String(content["option"]);
  const params = options.find(({ id }) => id === option)?.params;
  if (!params) return { option };
  const given = Object.keys(params).flatMap((name) => {
    const text = textOf(content[name]);
    return text === undefined ? [] : [[name, /^\d+(\.\d+)?$/.test(text) ? Number(text) : text]];
  });
  return { option, params: Object.fromEntries(given) as Record<string, string | number> };
}

/** undefined if it is empty. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  return text === "" ? undefined : text;
}

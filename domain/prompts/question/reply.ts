/** The reply to a question whose answers can be compared: what is asked for, its schema, and how it is read. */
import { z } from "zod";
import { readAnswerText } from "../../rules/answers/same.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import type { GivenAnswer } from "../../shapes/schemas/given-answer.ts";
import type { Fences } from "../fences/marks.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import type { OutputSchema, Reading } from "../parts/prompt.prompt-part.ts";

/** What is asked for as the answer. */
export const ASKED_FOR = { choice: "the letter of one option", number: "a single number" };
/** Characters. An answer in free text is compared with others, so it is short. */
const LONGEST_TEXT = 500;

export function letterOf(i: number): string {
  return String.fromCharCode(65 + i);
}

const REASONS =
  "three reasons with what each rests on, and what would change your mind, in at most 200 words. Work out here first what has to be worked out.";

/** The fields that the reply has, a line each. `reasons`: what to write as the first. */
export function fieldsAsked(form: AnswerForm, fences: Fences, reasons = REASONS): string[] {
  return [
    `- reasoning: ${reasons}`,
    `- answer: ${askedFor(form, fences)}`,
    "- confidence: how likely your answer is right, 0 (surely wrong) to 100 (surely right).",
  ];
}

export function askedFor(form: AnswerForm, { label }: Fences): string {
  if (form.type === "text") return "only the answer itself, as short as it can be.";
  if (form.type === "choice") return `${ASKED_FOR.choice}.`;
  return `${ASKED_FOR.number}${form.unit === undefined ? "." : `, without its unit (${label(form.unit)}).`}`;
}

export function givenSchema(form: AnswerForm): OutputSchema {
  return outputSchema("answer", schemaOf(form));
}

function schemaOf(form: AnswerForm) {
  return z.strictObject({ reasoning: filled, answer: valueOf(form), confidence: between(0, 100) });
}

export function valueOf(form: AnswerForm): z.ZodType<string | number> {
  if (form.type === "number") return z.number();
  if (form.type === "text") return filled;
  const [first = "A", ...others] = form.options.map((_, i) => letterOf(i));
  return z.enum([first, ...others]);
}

/** With the answer in the form's own spelling. */
export function readGiven(text: string, form: AnswerForm): Reading<GivenAnswer> {
  const reading = readAnswer(text, { schema: schemaOf(form) });
  if (!reading.ok) return reading;
  const { reasoning, confidence } = reading.value;
  const answer = readAnswerText(reading.value.answer, form);
  if (answer === null) return { ok: false, faults: ["The answer must be a single answer."] };
  if (answer.length > LONGEST_TEXT)
    return { ok: false, faults: [`The answer must have at most ${LONGEST_TEXT} characters: give the answer itself.`] };
  return { ok: true, value: { reasoning, answer, confidence } };
}

/** The reply as prose, for people. */
export function givenText({ reasoning, answer }: GivenAnswer, form: AnswerForm): string {
  const unit = form.type === "number" && form.unit !== undefined ? ` ${form.unit}` : "";
  return `${reasoning}\n\nAnswer: ${answer}${unit}`;
}

/** The reply that `readGiven` read. */
export function givenReply({ reasoning, answer, confidence }: GivenAnswer, form: AnswerForm) {
  if (form.type === "choice") return { reasoning, answer: letterOf(form.options.indexOf(answer)), confidence };
  return { reasoning, answer: form.type === "number" ? Number(answer) : answer, confidence };
}

/** Before the debate: what a participant would like to know from its owner (spec §1.8). */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import { outputSchema, readAnswer } from "./answer.ts";
import { debateFacts, formatRules } from "./facts.ts";
import { FENCE_RULE, label } from "./fence.ts";
import type { Prompt, Reading } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { requireParticipant, whoYouAre } from "./turn.ts";

interface QuestionsPromptInput {
  /** With the questions and answers so far. */
  config: DebateConfig;
  participantId: string;
  /** The collection's number, from 1. */
  iteration: number;
  maxIterations: number;
  maxQuestions: number;
  /** What was wrong with the last answer. */
  faults?: string[];
}

const LONGEST_QUESTION = 1_000;
const QuestionsAnswer = z.strictObject({
  questions: z.array(
    z.string().refine((text) => text.length <= LONGEST_QUESTION, `must have at most ${LONGEST_QUESTION} characters`),
  ),
});

/** How the last block of a request for questions begins. */
export const ASK = "Before the debate begins";

/** Asks one participant for its questions. Throws when it is not in the configuration. */
export function buildQuestionsPrompt(input: QuestionsPromptInput): Prompt {
  const { config } = input;
  const me = requireParticipant(config, input.participantId);
  const facts = debateFacts(config);
  const rules = [whoYouAre(me), formatRules(config), FENCE_RULE];
  const output = outputSchema("questions", QuestionsAnswer);
  const opening = me.systemPrompt === undefined ? facts : `${[facts, ...rules].join("\n")}\n`;
  return {
    system: me.systemPrompt ?? ["You will take part in a debate between language models.", ...rules].join("\n\n"),
    messages: [{ role: "user", content: [opening, task({ ...input, name: me.name, schema: output.schema })] }],
    output,
    source: me.systemPrompt === undefined ? "built-in" : "custom",
  };
}

const MEND = "Keep exactly to the schema, and write nothing but the JSON object.";

function task(input: QuestionsPromptInput & { name: string; schema: object }): string {
  const { name, iteration, maxIterations, maxQuestions, faults = [] } = input;
  return [
    `${ASK}, ${label(name)}, you may put questions to its owner (collection ${iteration} of at most ${maxIterations}).`,
    `Ask up to ${maxQuestions}, each short and clear by itself, and only what you need to argue well and can not know: the scope, the terms, the facts of the case. An empty list when nothing is unclear.`,
    "Do not ask again what stands among the questions above, answered or not. Ask no rhetorical questions, and do not argue yet.",
    "Answer with one JSON object and nothing else: no text around it, no code fence. It follows this JSON Schema:",
    JSON.stringify(input.schema),
    ...(faults.length > 0 ? stricter(faults, MEND) : []),
  ].join("\n");
}

/** Reads the answer: the first `maxQuestions` that are not blank. */
export function readQuestions(text: string, { maxQuestions }: { maxQuestions: number }): Reading<string[]> {
  const reading = readAnswer(text, { schema: QuestionsAnswer });
  if (!reading.ok) return reading;
  const filled = reading.value.questions.map((question) => question.trim()).filter((question) => question !== "");
  return { ok: true, value: filled.slice(0, maxQuestions) };
}

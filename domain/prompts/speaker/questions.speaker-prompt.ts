/** A participant's questions to the owner before the debate (docs/design/debate.md#18-clarifications). */
import { z } from "zod";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { fencesOf } from "../fences/fences.ts";
import { outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { debateFacts, formatRules } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, systemAndFacts } from "../parts/frame.prompt-part.ts";
import type { OutputSchema, Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { requireParticipant, whoYouAre } from "./turn.speaker-prompt.ts";

interface QuestionsPromptInput {
  /** Includes the questions and answers so far. */
  config: DebateConfig;
  participantId: string;
  /** Number of the collection, from 1. */
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

/** The last block of the prompt begins with this. */
export const ASK = "Before the debate begins";

/** Throws if the participant is not in the configuration. */
export function buildQuestionsPrompt(input: QuestionsPromptInput): Prompt {
  const { config } = input;
  const me = requireParticipant(config, input.participantId);
  const fences = fencesOf(config);
  const rules = [whoYouAre(me, fences), formatRules(config), ...houseRules(config)];
  const { facts, ...frame } = systemAndFacts(me.systemPrompt, {
    builtIn: ["You will take part in a debate between language models.", ...rules],
    facts: debateFacts(config),
    moved: `\n${rules.join("\n")}\n`,
  });
  const output = outputSchema("questions", QuestionsAnswer);
  return {
    ...frame,
    messages: [{ role: "user", content: [facts, task({ ...input, name: me.name, output })] }],
    output,
  };
}

const MEND = "Keep exactly to the schema, and write nothing but the JSON object.";

function task(input: QuestionsPromptInput & { name: string; output: OutputSchema }): string {
  const { config, name, iteration, maxIterations, maxQuestions, faults = [] } = input;
  const fences = fencesOf(config);
  return [
    `${ASK}, ${fences.label(name)}, you may put questions to its owner (collection ${iteration} of at most ${maxIterations}).`,
    `Ask up to ${maxQuestions}, each short and clear by itself, and only what you need to argue well and can not know: the scope, the terms, the facts of the case. An empty list when nothing is unclear.`,
    "Do not ask again what stands among the questions above, answered or not. Ask no rhetorical questions, and do not argue yet.",
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: MEND }),
  ].join("\n");
}

/** Returns the first `maxQuestions` that are not blank. */
export function readQuestions(text: string, { maxQuestions }: { maxQuestions: number }): Reading<string[]> {
  const reading = readAnswer(text, { schema: QuestionsAnswer });
  if (!reading.ok) return reading;
  const filled = reading.value.questions.map((question) => question.trim()).filter((question) => question !== "");
  return { ok: true, value: filled.slice(0, maxQuestions) };
}

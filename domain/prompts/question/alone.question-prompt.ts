/**
 * The prompt for an answer that is given alone, without position, persona, name or format: the first round of a question,
 * and the answers that an experiment's votes are counted from. Their first answers are therefore the same.
 */

import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { IN_CHARACTER } from "../parts/debater-rules.ts";
import { exhibitsAlone } from "../parts/exhibits.prompt-part.ts";
import { clarifiedAlone, subjectAlone } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, languageRule, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { toolLines } from "../parts/tools.prompt-part.ts";
import { fieldsAsked, givenSchema, letterOf } from "./reply.ts";

/** The task begins with this. */
export const ANSWER_ALONE = "Answer this question yourself";

const INTRO = "You answer a question by yourself.";

type About = Pick<DebateConfig, "topic" | "context" | "fenceKey" | "exhibits" | "language"> &
  Pick<DebateConfig, "clarified">;
/** What a participant's owner adds; nobody in particular has nothing. */
export type Answering = Pick<
  ParticipantConfig,
  "persona" | "inCharacter" | "instructions" | "systemPrompt" | "tooling"
>;

export function buildAlonePrompt(
  config: About,
  {
    form,
    by = {},
    faults = [],
    remarks = [],
  }: { form: AnswerForm; by?: Answering; faults?: string[]; remarks?: string[] },
): Prompt {
  const fences = fencesOf(config);
  const task = [
    `${ANSWER_ALONE}, alone. Reply with the reasons, the answer, and how sure you are of it.`,
    ...fieldsAsked(form, fences),
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: MEND_JSON }),
  ].join("\n");
  return questionPrompt(config, { form, by, blocks: [...remarks, task] });
}

/** The same beginning for all rounds, so that a provider's cache serves it. */
export function questionPrompt(
  config: About,
  { form, by, blocks }: { form: AnswerForm; by: Answering; blocks: string[] },
): Prompt {
  const fences = fencesOf(config);
  const facts = [
    ...subjectAlone("The question:", config),
    ...exhibitsAlone(config),
    ...optionsOf(form, fences),
    ...(config.clarified ? clarifiedAlone(config) : []),
    "",
  ].join("\n");
  return {
    system: [by.systemPrompt ?? INTRO, ...ownPart(by, fences), fences.ruleAlone, languageRule(config)].join("\n\n"),
    messages: [{ role: "user", content: [facts, ...blocks] }],
    output: givenSchema(form),
    source: by.systemPrompt === undefined ? "built-in" : "custom",
  };
}

function ownPart({ persona, inCharacter, instructions, tooling }: Answering, { escape }: Fences): string[] {
  return [
    ...toolLines(tooling ? { tooling } : {}),
    ...(persona ? [`Your character: ${escape(persona)}`] : []),
    ...(inCharacter ? [IN_CHARACTER] : []),
    ...(instructions ? [`Further instructions for you: ${escape(instructions)}`] : []),
  ];
}

/** Fenced, since they are the owner's text. Empty for a form that gives none. */
export function optionsOf(form: AnswerForm, { fence }: Fences, title = "The options:"): string[] {
  if (form.type !== "choice") return [];
  const options = form.options.map((option, i) => fence("answer", option, { letter: letterOf(i) }).trimEnd());
  return [title, ...options];
}

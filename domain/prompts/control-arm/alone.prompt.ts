/**
 * The prompt for an answer of the control arm. The model answers as itself: it is shown no position, persona, name or
 * format, so that the answers show what the debate is compared with.
 */
import { z } from "zod";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AloneAnswer } from "../../shapes/schemas/control-arm.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { exhibitsAlone } from "../parts/exhibits.prompt-part.ts";
import { clarifiedAlone, subjectAlone } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, languageRule, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";

/** The last block of the prompt begins with this. */
const ANSWER_ALONE = "Answer this question yourself";

const REASONS = 3;
/** Characters of one sentence at most: whoever groups the answers reads all of them. */
const LONGEST = 500;

/** Reasons first: what is written after an answer only defends it. */
const TASK = `${ANSWER_ALONE}: first three reasons with what each rests on, then your answer, then what would change your mind.
- reasons: exactly ${REASONS} that decide the question, each with restsOn: a source that is given above by its number, or reasoning, general knowledge, or an estimate.
- answer: the answer that follows from them, in one sentence, at most ${LONGEST} characters. Say what you hold, not what others might.
- wouldChange: what you would have to learn to answer otherwise.`;

export function buildAlonePrompt({
  config,
  faults = [],
}: {
  config: DebateConfig;
  faults?: string[] | undefined;
}): Prompt {
  const fences = fencesOf(config);
  const facts = [...subjectAlone("The question:", config), ...exhibitsAlone(config), ...clarifiedAlone(config), ""];
  const task = [TASK, ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })].join("\n");
  return {
    system: ["You answer a question by yourself.", fences.ruleAlone, languageRule(config)].join("\n\n"),
    messages: [{ role: "user", content: [facts.join("\n"), task] }],
    output: outputSchema("answer_alone", schema),
    source: "built-in",
  };
}

const schema = z.strictObject({
  reasons: z
    .array(z.strictObject({ reason: filled, restsOn: filled }))
    .refine((reasons) => reasons.length === REASONS, `must be exactly ${REASONS}`),
  answer: filled.refine((text) => text.length <= LONGEST, `must have at most ${LONGEST} characters`),
  wouldChange: filled,
});

export function readAlone(text: string): Reading<Pick<AloneAnswer, "answer" | "reasons" | "wouldChange">> {
  return readAnswer(text, { schema });
}

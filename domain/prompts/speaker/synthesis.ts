/** The synthesizer's prompt: the final answer, from the whole exchange. */
import { z } from "zod";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { conclusionFields, conclusionSchema, shapeOf } from "../conclusion/schema.prompt.ts";
import { CONCLUSION, readWithConclusion } from "../conclusion/within.prompt.ts";
import { fencesOf } from "../fences/fences.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { ASK_FOR_JSON, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Heard, Reading, SpokenTurn } from "../parts/prompt.prompt-part.ts";
import type { Voice } from "./turn.speaker-prompt.ts";

export const SYNTHESIZER: Voice = {
  intro:
    "A proposer and a skeptic have worked on the best answer to a question. You are the synthesizer: you write that answer.",
  manners: `How to write the answer:
- Answer the question for somebody who has not read the exchange. Do not report who said what.
- Keep what has withstood the skeptic, mend what you can, and leave out what was refuted.
- Say plainly what stays open or uncertain: every issue that was never solved.
- Rely only on what stands in the transcript; add no new claims of fact.
- Write plain prose, and do not put your name in front.`,
  templates: "others",
  task: () => [`${OVER} Your text is what is handed over, as it stands.`],
};

const OVER = "The exchange is over. Write the final answer.";

/** The answer and its conclusion in one reply. */
export function synthesizerWithConclusion(config: DebateConfig): Voice {
  const { label } = fencesOf(config);
  const shape = shapeOf(config, debatersOf(config));
  const people = config.participants.filter(({ id }) => shape.active.includes(id));
  const named = people.map(({ id, name }) => `${id} (${label(name)})`).join(", ");
  return {
    ...SYNTHESIZER,
    output: outputSchema("answer", schema.extend({ [CONCLUSION]: conclusionSchema(shape) })),
    ending: MEND_JSON,
    task: () => [
      OVER,
      `- text: the answer, which is handed over as it stands.
- ${CONCLUSION}: what it means for the person who asked, who has not read the record. ${conclusionFields(shape, named).replaceAll("\n- ", "\n  - ")}`,
      ASK_FOR_JSON,
    ],
  };
}

const schema = z.strictObject({ text: filled });

/** Those who argued. */
function debatersOf({ participants }: DebateConfig): string[] {
  return participants.filter(({ role }) => role !== "synthesizer").map(({ id }) => id);
}

export function readSynthesis(text: string, { config, turns, wasRefused }: Heard): Reading<SpokenTurn> {
  const reading = readWithConclusion(text, {
    rest: (own) => readAnswer(own, { schema }),
    record: { config, turns, active: debatersOf(config) },
    wasRefused,
  });
  if (!reading.ok) return reading;
  const { rest, conclusion } = reading.value;
  return { ok: true, value: { text: rest.text, conclusion } };
}

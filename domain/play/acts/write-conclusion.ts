/** The judge writes the conclusion once the ballots are counted; `countBallots` puts it into the result. */

import { readConclusion } from "../../prompts/conclusion/read.prompt.ts";
import { buildConclusionPrompt } from "../../prompts/for-judge/conclusion.judge-prompt.ts";
import type { StoredConclusion } from "../../shapes/schemas/conclusion.schema.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { CONCLUSIONS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const writeConclusion = defineAct({
  name: "writeConclusion",
  reads: () => "blind transcript",
  seesOutcome: true,
  seesClaims: true,
  watchesWindow: true,
  prompt: (shown, _asked, view) => buildConclusionPrompt({ ...shown, view }),
  read: (text, { shown: { active = [], ...shown } }) => readConclusion(text, { ...shown, active }),
  kind: CONCLUSIONS,
  make: ({ value, scene: { asked, blind }, model, bill }): StoredConclusion => ({
    id: asked.id,
    model,
    text: blind.reveal(value),
    ...bill,
  }),
  event: (conclusion, { round }) => ({ type: "conclusion.completed", at: conclusion.at, data: { round, conclusion } }),
  said: ({ text }) => text.answer.text,
  assumed: {
    tokens: ({ participants }) => 400 + 75 * participants.length,
    events: ({ id }, { state: { round } }) => [eventOf("conclusion.completed", { round, conclusion: { id, ...FREE } })],
  },
});

/** The judge writes the conclusion once the ballots are counted; `countBallots` puts it into the result. */

import { isBenchs } from "../../judge/conclusion/as-bench.ts";
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
  make: ({ value, scene: { asked, blind, shown }, model, bill }): StoredConclusion => {
    const { bench } = shown.outcome ?? {};
    const isOther = bench && !isBenchs(value.answer, bench, shown.config);
    return { id: asked.id, model, text: blind.reveal(value), ...(isOther && { toBench: true as const }), ...bill };
  },
  event: (conclusion, { round }) => ({ type: "conclusion.completed", at: conclusion.at, data: { round, conclusion } }),
  said: ({ text }) => text.answer.text,
  assumed: {
    tokens: ({ participants }) => 400 + 75 * participants.length,
    events: ({ id }, { state: { round }, config, of }) => {
      const isAsked = of.reviews && config.budget === undefined && config.ballotAnswers === "lead";
      const toBench = isAsked && { toBench: true as const };
      return [eventOf("conclusion.completed", { round, conclusion: { id, ...toBench, ...FREE } })];
    },
  },
});

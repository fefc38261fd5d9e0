/** The judge's opinion of a round, with what the code measures in it. */

import { flipsOf } from "../../judge/signals/flips.ts";
import { measureRound, ROUNDS } from "../../judge/signals/signals.signal.ts";
import { buildAssessmentPrompt, readAssessment } from "../../prompts/for-judge/assessment.judge-prompt.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { ASSESSMENTS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const assessRound = defineAct({
  name: "assessRound",
  reads: () => "blind transcript",
  sees: (turn, { round }) => turn.round <= round,
  watchesWindow: true,
  prompt: (shown, { round }, view) => buildAssessmentPrompt({ ...shown, round, view }),
  read: (text, { asked: { round }, shown: { config, turns, active = [] } }) =>
    readAssessment(text, { config, round, active, turnIds: turns.map((turn) => turn.id) }),
  measure: async ({ turns }, instruments) => ({
    ...instruments.repetition,
    ...(await instruments.similarityOf(turns.filter(isSpoken))),
  }),
  kind: ASSESSMENTS,
  make: ({ value, measured: rules, scene, model, bill }): Assessment => {
    const { asked, config, turns, assessments, blind } = scene;
    const { id, round } = asked;
    const { positions, ...opinion } = blind.reveal(value);
    const spoken = turns.filter(isSpoken);
    const judged = { round, turns: spoken, assessments: [...assessments, { ...opinion, round }], mode: config.mode };
    return {
      ...opinion,
      ...(rules && { measured: measureRound({ ...judged, ...rules }) }),
      ...(positions && { flips: flipsOf(positions, { config, turns }) }),
      id,
      round,
      judge: model,
      ...bill,
    };
  },
  event: (assessment, { round }) => ({ type: "assessment.completed", at: assessment.at, data: { round, assessment } }),
  said: ({ qualityScore, reasoning }) => `quality ${qualityScore}. ${reasoning}`,
  assumed: {
    tokens: ({ participants }) => 200 + 150 * participants.length,
    events: (_, { state: { round }, of: { endsEarly } }) => {
      const flags = {
        repetitive: endsEarly,
        drifting: false,
        diminishingReturns: endsEarly,
        convergenceReached: endsEarly,
      };
      const measured = endsEarly && round >= ROUNDS && { measured: { diminishingReturns: true as const } };
      const assessment = { round, qualityScore: 7, shouldContinue: !endsEarly, flags, ...measured, ...FREE };
      return [eventOf("assessment.completed", { round, assessment })];
    },
  },
});

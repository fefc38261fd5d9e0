/** An answer of the control arm, by a participant's model. */

import { buildAlonePrompt, readAlone } from "../../prompts/control-arm/alone.prompt.ts";
import type { AloneAnswer } from "../../shapes/schemas/control-arm.schema.ts";
import { actorOf, eventOf, FREE } from "../assumptions/assumed.ts";
import { ALONE } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const answerAlone = defineAct({
  name: "answerAlone",
  reads: () => "configuration",
  within: "turnTimeout",
  prompt: (shown) => buildAlonePrompt(shown),
  read: readAlone,
  kind: ALONE,
  make: ({ value, scene: { asked }, model, bill }): AloneAnswer => {
    const { id, participantId = "" } = asked;
    return { id, participantId, model, ...value, ...bill };
  },
  event: (answer, { round }) => {
    const { at, participantId } = answer;
    return { type: "control_arm.answered", at, data: { round, participantId, answer } };
  },
  said: ({ answer }) => answer,
  assumed: {
    tokens: () => 150,
    events: (act, { state: { round } }) => {
      const answer = { id: act.id, participantId: actorOf(act), ...FREE };
      return [eventOf("control_arm.answered", { round, participantId: actorOf(act), answer })];
    },
  },
});

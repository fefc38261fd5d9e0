/** A participant's private answer after a round: out of its part, and seen by nobody in the debate. */

import { causeKind } from "../../judge/conformity/cause.ts";
import { buildPollPrompt, readPoll } from "../../prompts/poll/poll.prompt.ts";
import type { Poll } from "../../shapes/schemas/poll.schema.ts";
import { actorOf, eventOf, FREE } from "../assumptions/assumed.ts";
import { POLLS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

/** Stances are compared from round to round, so an answer should vary with the debate alone. */
const POLL_TEMPERATURE = 0.2;

export const takePoll = defineAct({
  name: "takePoll",
  reads: () => "own transcript",
  sees: ({ round, to }, asked) => round <= asked.round && (to === undefined || to === asked.participantId),
  earlier: ({ state, participantId = "" }) => state.dialectic?.summaries[participantId],
  temperature: POLL_TEMPERATURE,
  within: "turnTimeout",
  watchesWindow: true,
  prompt: (shown, { round, participantId = "" }, view) =>
    buildPollPrompt({ ...shown, round, participantId, summary: shown.earlier, view }),
  read: (text, { config, turns }) => readPoll(text, { config, turns }),
  kind: POLLS,
  make: ({ value, scene: { asked, turns }, model, bill }): Poll => {
    const { id, round, participantId = "" } = asked;
    return {
      id,
      participantId,
      round,
      model,
      ...value,
      causeKind: causeKind(value.cause, { participantId, turns }),
      ...bill,
    };
  },
  event: (poll, { round }) => {
    const { at, participantId } = poll;
    return { type: "poll.taken", at, data: { round, participantId, poll } };
  },
  said: ({ stance, answer }) => `stance ${stance}. ${answer}`,
  assumed: {
    tokens: () => 150,
    events: (act, { state: { round } }) => {
      const poll = { id: act.id, stance: 50, confidence: 50, causeKind: null, ...FREE };
      return [eventOf("poll.taken", { round, participantId: actorOf(act), poll })];
    },
  },
});

/** The judge's vote on the motion, before the first round or after the last. */

import { eventOf, FREE } from "../estimates/assumed.ts";
import { buildVotePrompt, readVote } from "../prompts/judge/vote.ts";
import { voteMoment } from "../protocols/ids.ts";
import { VOTES } from "../records/kinds.ts";
import type { Vote } from "../schemas/vote.ts";
import { defineAct, panelistOf } from "./act.ts";

export const castVote = defineAct({
  name: "castVote",
  reads: () => "blind transcript",
  watchesWindow: true,
  prompt: (shown, { id }, view) => buildVotePrompt({ ...shown, when: voteMoment(id), view }),
  read: readVote,
  kind: VOTES,
  make: ({ value, scene, model, bill }): Vote => {
    const { id } = scene.asked;
    return { ...scene.blind.reveal(value), id, when: voteMoment(id), judge: model, ...bill };
  },
  event: (vote, asked) => {
    const { at, when } = vote;
    return { type: "vote.completed", at, data: { round: asked.round, when, ...panelistOf(asked), vote } };
  },
  said: ({ vote, reasoning }) => `${vote}. ${reasoning}`,
  assumed: {
    tokens: () => 80,
    events: ({ id }, { state: { round } }) => {
      const when = voteMoment(id);
      return [
        eventOf("vote.completed", { round, when, vote: { id, when, vote: "undecided", confidence: 50, ...FREE } }),
      ];
    },
  },
});

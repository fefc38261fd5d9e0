/** A vote on the motion, before the first round or after the last: the judge's, or that of a voter in the audience. */

import { buildAudiencePrompt, readAudienceVote } from "../../prompts/audience/vote.prompt.ts";
import { buildVotePrompt, readVote } from "../../prompts/for-judge/vote.judge-prompt.ts";
import type { Reading } from "../../prompts/parts/prompt.prompt-part.ts";
import type { Vote } from "../../shapes/schemas/vote.schema.ts";
import { isAudienceVoteId, voteMoment } from "../../shapes/turn-ids.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { VOTES } from "../records/kinds.record.ts";
import { defineAct, panelistOf } from "./act.ts";

type Cast = Pick<Vote, "vote" | "confidence" | "reasoning" | "turn">;

export const castVote = defineAct({
  name: "castVote",
  reads: ({ id }) => (isAudienceVoteId(id) && voteMoment(id) === "before" ? "configuration" : "blind transcript"),
  watchesWindow: true,
  prompt: (shown, { id }, view) => {
    const build = isAudienceVoteId(id) ? buildAudiencePrompt : buildVotePrompt;
    return build({ ...shown, when: voteMoment(id), view });
  },
  read: (text, { asked: { id }, shown: { turns } }): Reading<Cast> =>
    isAudienceVoteId(id) ? readAudienceVote(text, { when: voteMoment(id), turns }) : readVote(text),
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

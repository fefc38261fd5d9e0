/** A judge says whether the written answer follows from the debate, where it is not the one that the ballots gave. */

import { buildReviewPrompt, readReview } from "../../prompts/for-judge/review.judge-prompt.ts";
import type { AnswerReview } from "../../shapes/schemas/conclusion.schema.ts";
import { reviewOrder } from "../../shapes/turn-ids.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { REVIEWS } from "../records/kinds.record.ts";
import { defineAct, panelistOf } from "./act.ts";

export const reviewAnswer = defineAct({
  name: "reviewAnswer",
  reads: () => "blind transcript",
  seesAnswer: true,
  seesClaims: true,
  watchesWindow: true,
  prompt: (shown, _asked, view) => buildReviewPrompt({ ...shown, view }),
  read: readReview,
  kind: REVIEWS,
  make: ({ value, scene: { asked, blind }, model, bill }): AnswerReview => ({
    id: asked.id,
    judge: model,
    order: reviewOrder(asked.id),
    ...blind.reveal(value),
    ...bill,
  }),
  event: (review, asked) => {
    const data = { round: asked.round, ...panelistOf(asked), review };
    return { type: "answer.reviewed", at: review.at, data };
  },
  said: ({ finding, reason }) => `${finding}: ${reason}`,
  assumed: {
    tokens: () => 60,
    events: ({ id }, { state: { round } }) => [
      eventOf("answer.reviewed", { round, review: { id, judge: "", finding: "agree" as const, ...FREE } }),
    ],
  },
});

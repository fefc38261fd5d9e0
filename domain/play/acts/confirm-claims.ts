/** A judge of another family reads the passages of claims that one judge reads as contradicted; only then it counts. */

import { buildSecondReadingPrompt, readSecondReading } from "../../prompts/for-judge/second-reading.judge-prompt.ts";
import { disputedClaims } from "../../rules/claims/second-reading.ts";
import type { ConfirmedClaims } from "../../shapes/schemas/claims.schema.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { CONFIRMED_CLAIMS } from "../records/kinds.record.ts";
import { defineAct, panelistOf } from "./act.ts";

export const confirmClaims = defineAct({
  name: "confirmClaims",
  reads: () => "checked claims",
  seesClaims: true,
  fits: () => [],
  prompt: ({ config, claims = [], faults }) =>
    buildSecondReadingPrompt({ config, disputed: disputedClaims(claims), faults }),
  read: (text, { shown: { claims = [] } }) => readSecondReading(text, disputedClaims(claims)),
  kind: CONFIRMED_CLAIMS,
  make: ({ value, scene: { asked, blind }, model, bill }): ConfirmedClaims => ({
    id: asked.id,
    model,
    readings: value.map((reading) => ({ ...reading, why: blind.reveal(reading.why) })),
    ...bill,
  }),
  event: (confirmed, asked) => ({
    type: "claims.confirmed",
    at: confirmed.at,
    data: { round: asked.round, ...panelistOf(asked), confirmed },
  }),
  said: ({ readings }) => readings.map(({ place, says, why }) => `claim ${place}: ${says} (${why})`).join("; "),
  assumed: {
    tokens: () => 150,
    events: ({ id }, { state: { round } }) => [eventOf("claims.confirmed", { round, confirmed: { id, ...FREE } })],
  },
});

/** A judge's verdict on the debate, in one order of the labels. */

import { buildVerdictPrompt, readVerdict } from "../../prompts/for-judge/verdict.judge-prompt.ts";
import type { Reading } from "../../prompts/parts/prompt.prompt-part.ts";
import type { CastBallot, Verdict } from "../../shapes/schemas/ballot.ts";
import { ballotOrder } from "../../shapes/turn-ids.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { BALLOTS } from "../records/kinds.record.ts";
import { defineAct, panelistOf, type Scene } from "./act.ts";

export const castBallot = defineAct({
  name: "castBallot",
  reads: () => "blind transcript",
  watchesWindow: true,
  seesClaims: true,
  prompt: (shown, { endedBy }, view) => buildVerdictPrompt({ ...shown, endedBy: endedBy ?? "limit", view }),
  read: readBallot,
  kind: BALLOTS,
  make: ({ value, scene: { asked, blind }, model, bill }): CastBallot => ({
    id: asked.id,
    judge: model,
    order: ballotOrder(asked.id),
    verdict: blind.reveal(value),
    blind: blind.record(),
    ...bill,
  }),
  event: (ballot, asked) => {
    const data = { round: asked.round, ...panelistOf(asked), ballot };
    return { type: "ballot.completed", at: ballot.at, data };
  },
  said: ({ verdict }) => verdict.summary,
  assumed: {
    tokens: ({ participants }) => 650 + 160 * participants.length,
    events: ({ id }, { state: { round } }) => {
      const ballot = { id, judge: "", order: ballotOrder(id), winner: null, ...FREE };
      return [eventOf("ballot.completed", { round, ballot })];
    },
  },
});

/** By the rules of what the judge was shown. */
function readBallot(text: string, { shown }: Scene): Reading<Verdict> {
  const { config, turns, active = [] } = shown;
  return readVerdict(text, { config, active, turnIds: turns.map((turn) => turn.id) });
}

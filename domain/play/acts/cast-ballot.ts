/** A judge's verdict on the debate, in one order of the labels. */

import { buildVerdictPrompt, readVerdict } from "../../prompts/for-judge/verdict.judge-prompt.ts";
import type { Reading } from "../../prompts/parts/prompt.prompt-part.ts";
import type { CastBallot, Verdict } from "../../shapes/schemas/ballot.ts";
import { ballotOrder, isFirstBallot } from "../../shapes/turn-ids.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { BALLOTS } from "../records/kinds.record.ts";
import { defineAct, panelistOf, type Scene } from "./act.ts";

export const castBallot = defineAct({
  name: "castBallot",
  reads: () => "blind transcript",
  watchesWindow: true,
  seesClaims: true,
  prompt: (shown, { id, endedBy }, view) =>
    buildVerdictPrompt({ ...shown, endedBy: endedBy ?? "limit", isFirst: isFirstBallot(id), view }),
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
  said: ({ verdict }) => verdict.summary || verdict.reasoning,
  assumed: {
    tokens: ({ participants }) => 500 + 120 * participants.length,
    events: ({ id }, { state: { round } }) => {
      const ballot = { id, judge: "", order: ballotOrder(id), winner: null, ...FREE };
      return [eventOf("ballot.completed", { round, ballot })];
    },
  },
});

/** By the rules of what the judge was shown. */
function readBallot(text: string, { asked, shown }: Scene): Reading<Verdict> {
  const { config, turns, active = [] } = shown;
  return readVerdict(text, { config, active, turnIds: turns.map((turn) => turn.id), isFirst: isFirstBallot(asked.id) });
}

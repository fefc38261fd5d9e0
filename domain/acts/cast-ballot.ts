/** A judge's verdict on the debate, or on the answers given alone, in one order of the labels. */

import { eventOf, FREE } from "../estimates/assumed.ts";
import { buildBlindVerdictPrompt, type Ruling, readBlindVerdict } from "../prompts/judge/blind-verdict.ts";
import { buildVerdictPrompt, readVerdict } from "../prompts/judge/verdict.ts";
import type { Reading } from "../prompts/prompt.ts";
import { ballotOrder, isBlindBallotId } from "../protocols/ids.ts";
import { BALLOTS } from "../records/kinds.ts";
import type { CastBallot } from "../schemas/ballot.ts";
import { defineAct, panelistOf, type Scene } from "./act.ts";

export const castBallot = defineAct({
  name: "castBallot",
  reads: ({ id }) => (isBlindBallotId(id) ? "blind answers" : "blind transcript"),
  watchesWindow: true,
  seesClaims: true,
  prompt: (shown, { id, endedBy }, view) =>
    isBlindBallotId(id)
      ? buildBlindVerdictPrompt({ ...shown, view })
      : buildVerdictPrompt({ ...shown, endedBy: endedBy ?? "limit", view }),
  read: readBallot,
  kind: BALLOTS,
  make: ({ value, scene: { asked, blind }, model, bill }): CastBallot => ({
    id: asked.id,
    judge: model,
    order: ballotOrder(asked.id),
    ...value,
    verdict: blind.reveal(value.verdict),
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
    events: ({ id }, { state: { round }, of: { endsEarly } }) => {
      const alike = isBlindBallotId(id) && { unanimous: endsEarly };
      const ballot = { id, judge: "", order: ballotOrder(id), winner: null, ...alike, ...FREE };
      return [eventOf("ballot.completed", { round, ballot })];
    },
  },
});

/** By the rules of what the judge was shown. */
function readBallot(text: string, { asked: { id }, shown }: Scene): Reading<Ruling> {
  const { config, turns, active = [] } = shown;
  const rules = { config, active, turnIds: turns.map((turn) => turn.id) };
  if (isBlindBallotId(id)) return readBlindVerdict(text, rules);
  const reading = readVerdict(text, rules);
  return reading.ok ? { ok: true, value: { verdict: reading.value } } : reading;
}

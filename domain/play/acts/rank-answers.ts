/** A member of a council ranks the others' answers, blind. */

import { buildRankingPrompt, readRanking } from "../../prompts/council/ranking.ts";
import type { Ranking } from "../../shapes/schemas/council.schema.ts";
import { participantOf } from "../../shapes/state/steps.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { RANKINGS } from "../records/kinds.record.ts";
import { defineAct, type Shown } from "./act.ts";

export const rankAnswers = defineAct({
  name: "rankAnswers",
  reads: () => "others' answers",
  watchesWindow: true,
  // A ranking of some of the answers would be none.
  fits: () => [],
  prompt: (shown) => buildRankingPrompt({ ...shown, keys: keysIn(shown) }),
  read: (text, { shown }) => readRanking(text, { keys: keysIn(shown) }),
  kind: RANKINGS,
  make: ({ value, scene: { asked, blind }, model, bill }): Ranking => {
    const { id, participantId, round } = asked;
    if (participantId === undefined) throw new Error(`${id} needs somebody who ranks`);
    return { id, participantId, round, model, ...blind.reveal(value), ...bill };
  },
  event: (ranking, { round }) => {
    const { at, participantId } = ranking;
    return { type: "ranking.cast", at, data: { round, participantId, ranking } };
  },
  said: ({ places }) => places.map((tied) => tied.join(" = ")).join(" > "),
  assumed: {
    tokens: ({ participants }) => 20 + 45 * (participants.length - 1),
    events: (act, { state: { round } }) => {
      const { participantId = "" } = participantOf(act);
      return [eventOf("ranking.cast", { round, participantId, ranking: { id: act.id, participantId, ...FREE } })];
    },
  },
});

/** Of the authors, in the order shown. */
function keysIn({ config }: Pick<Shown, "config">): string[] {
  return config.participants.map(({ id }) => id);
}

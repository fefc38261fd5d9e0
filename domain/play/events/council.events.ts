/** A council: its members rank one another's answers. */

import { withSpend } from "../../shapes/state/changes.state.ts";
import { withoutTrouble } from "../../shapes/state/troubles.ts";
import { defineEvent } from "./define-event.ts";

export const COUNCIL = [
  defineEvent({
    type: "ranking.cast",
    shape: ({ round, participantId, Ranking }) => ({ round, participantId, ranking: Ranking }),
    shared: ["round", "participantId", "ranking"],
    brief: ({ ranking: { id, participantId, usage, costUsd }, ...about }) => ({
      ...about,
      ranking: { id, participantId, usage, costUsd },
    }),
    reduce: (state, { participantId, ranking }) => ({
      ...withoutTrouble(withSpend(state, participantId, ranking), ranking.id),
      // They are cast side by side, and the log may have them in another order than the workflow heard of them.
      rankings: [...(state.rankings ?? []), ranking.id].toSorted(),
    }),
  }),
] as const;

/** What a dialectic debate's own part of the state is, and how turns change it. */

import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { DebateState, DialecticState } from "../../shapes/state/state.ts";
import { readerKey } from "../context/context-state.ts";

/** Stands for the judge among the readers: its view is all that was written. */
export const JUDGE = readerKey(null);

export const NO_DIALECTIC: DialecticState = {
  standing: {},
  views: {},
  summaries: {},
  summarized: [],
  proposedIn: 0,
  whole: [],
  evaluations: [],
};

/** Changes what only a dialectic debate has; another debate stays as it is. */
export function withDialectic(state: DebateState, change: (before: DialecticState) => DialecticState): DebateState {
  return state.dialectic ? { ...state, dialectic: change(state.dialectic) } : state;
}

type SpokenTurn = Pick<Turn, "id" | "participantId" | "index" | "phase" | "targetId"> & { length?: number };

/** After a whole turn. */
export function spoken(state: DialecticState, turn: SpokenTurn): DialecticState {
  const { standing, views } = state;
  const { length = 0 } = turn;
  const isCritique = turn.phase === "critique";
  const reader = isCritique ? ownerOf(standing, turn.targetId) : turn.participantId;
  return {
    ...state,
    // The log may have simultaneous turns in another order than the workflow received them.
    whole: [...state.whole, turn.index].toSorted((a, b) => a - b),
    standing: isCritique ? standing : { ...standing, [turn.participantId]: turn.id },
    views: longer(reader === undefined ? views : longer(views, reader, length), JUDGE, length),
  };
}

function longer(views: DialecticState["views"], reader: string, length: number): DialecticState["views"] {
  return { ...views, [reader]: (views[reader] ?? 0) + length };
}

/** The agent whose proposal this turn is. */
export function ownerOf(standing: DialecticState["standing"], turnId: string | undefined): string | undefined {
  return Object.keys(standing).find((id) => standing[id] === turnId);
}

/** The summary for this reader was made in this round, or failed for good. */
export function summarizedFor(state: DialecticState, participantId: string | undefined): DialecticState {
  return participantId === undefined ? state : { ...state, summarized: [...state.summarized, participantId] };
}

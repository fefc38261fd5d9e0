/** What a dialectic debate's own state makes of an event. */
import { readerKey } from "../context/state.ts";
import type { DialecticState } from "../debate-state.ts";
import type { DraftEvent, TurnDigest } from "../events.ts";
import type { Turn } from "../schemas/turn.ts";

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

export function reduceDialectic(state: DialecticState, event: DraftEvent): DialecticState {
  switch (event.type) {
    case "round.started":
      return { ...state, summarized: [], whole: [] };
    case "phase.started":
      return event.data.phase === "proposing" ? { ...state, proposedIn: event.data.round } : state;
    case "turn.completed":
      return event.data.turn.status === "whole" ? spoken(state, event.data.turn) : state;
    case "context.summarized": {
      const { participantId, summary } = event.data;
      if (summary.until) return state;
      const { id, round, after } = summary;
      const reader = readerKey(participantId);
      return {
        ...settled(state, reader),
        views: { ...state.views, [reader]: after },
        summaries: { ...state.summaries, [reader]: { id, round } },
      };
    }
    case "act.skipped":
      return settled(state, event.data.degradation.participantId);
    case "evaluation.completed": {
      const { round, confidence, bestRefinement } = event.data.evaluation;
      return { ...state, evaluations: [...state.evaluations, { round, confidence, bestRefinement }] };
    }
    default:
      return state;
  }
}

function spoken(state: DialecticState, turn: Turn | TurnDigest): DialecticState {
  const { standing, views } = state;
  const length = "text" in turn ? turn.text.length : (turn.length ?? 0);
  const isCritique = turn.phase === "critique";
  const reader = isCritique ? ownerOf(standing, turn.targetId) : turn.participantId;
  return {
    ...state,
    // Turns at the same time may stand in the log in another order than they came to the workflow.
    whole: [...state.whole, turn.index].toSorted((a, b) => a - b),
    standing: isCritique ? standing : { ...standing, [turn.participantId]: turn.id },
    views: longer(reader === undefined ? views : longer(views, reader, length), JUDGE, length),
  };
}

function longer(views: DialecticState["views"], reader: string, length: number): DialecticState["views"] {
  return { ...views, [reader]: (views[reader] ?? 0) + length };
}

function ownerOf(standing: DialecticState["standing"], turnId: string | undefined): string | undefined {
  return Object.keys(standing).find((id) => standing[id] === turnId);
}

function settled(state: DialecticState, participantId: string | undefined): DialecticState {
  return participantId === undefined ? state : { ...state, summarized: [...state.summarized, participantId] };
}

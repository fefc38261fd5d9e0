/** Rounds and their phases. */

import { withDialectic } from "../../rules/protocols/dialectic-state.ts";
import { withDegradation } from "../../shapes/state/changes.state.ts";
import { totalOf } from "../../shapes/state/costs.state.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { untroubled } from "../../shapes/state/troubles.ts";
import { defineEvent } from "./define-event.ts";

export const ROUNDS = [
  defineEvent({
    type: "round.started",
    shape: ({ round }) => ({ round }),
    shared: ["round"],
    reduce: (state, { round }) =>
      withDialectic(begun(state, round), (dialectic) => ({
        ...dialectic,
        summarized: [],
        whole: [],
      })),
  }),
  defineEvent({
    type: "round.completed",
    shape: ({ round, spent }) => ({ round, ...spent }),
    shared: ["round", "usage", "costUsd"],
    reduce: (state) => ({ ...state, roundOver: true, phase: state.dialectic ? null : "round_complete" }),
  }),
  defineEvent({
    type: "round.timed_out",
    shape: ({ round, line, list, Degradation }) => ({
      round,
      turnIds: list(line, 100).meta({ description: "Turns that were given up; later phases are not listed" }),
      degradation: Degradation,
    }),
    shared: ["round", "turnIds", "degradation"],
    reduce: (state, { degradation }) => withDegradation({ ...state, roundTimedOut: true as const }, degradation),
  }),
  defineEvent({
    type: "phase.started",
    shape: ({ z, round, line }) => ({ round, phase: line, expected: z.int().meta({ description: "Turns" }) }),
    shared: ["round", "phase", "expected"],
    reduce: (state, { phase, round }) =>
      withDialectic({ ...state, phase }, (dialectic) =>
        phase === "proposing" ? { ...dialectic, proposedIn: round } : dialectic,
      ),
  }),
  defineEvent({
    type: "phase.completed",
    shape: ({ round, line }) => ({ round, phase: line }),
    shared: ["round", "phase"],
    reduce: (state) => ({ ...state, phase: null }),
  }),
] as const;

function begun({ roundTimedOut: _last, ...before }: DebateState, round: number): DebateState {
  const state = untroubled(before);
  const soFar = { wholeBeforeRound: state.wholeTurns, spentBeforeRound: totalOf(state) };
  return { ...state, ...soFar, round, roundOver: false, taken: [], attempts: {}, phase: null };
}

/**
 * Walks a debate by the rules of its own protocol (`next`, `reduce`), without a model: which calls would be made. A new
 * format needs nothing here.
 */
import type { DebateConfig } from "../config.ts";
import type { DebateState } from "../debate-state.ts";
import type { DraftEvent, EventPayloads, EventType } from "../events.ts";
import type { Status } from "../lifecycle.ts";
import type { DebatePlan } from "../plan.ts";
import { preparations } from "../protocols/preparation.ts";
import { next } from "../protocols/registry.ts";
import { initialState, reduce } from "../state.ts";
import type { ActSpec, Step, TurnSpec } from "../steps.ts";
import type { Case } from "./cases.ts";
import { actOutcome, eventOf, FREE, questionsAsked, turnOutcome } from "./outcomes.ts";

export interface Visitor {
  /** Turns of one step, in parallel: none sees another. Gives the tokens that each says. */
  turns(turns: TurnSpec[], state: DebateState): number[];
  /** Gives the tokens of the answer. */
  act(act: ActSpec, state: DebateState): number;
}

export function walk(debate: { plan: DebatePlan; config: DebateConfig; of: Case }, visitor: Visitor): void {
  const { plan, config, of } = debate;
  let state = initialState(plan);
  const take = (event: DraftEvent) => {
    state = reduce(state, event);
  };
  const tell = <T extends EventType>(type: T, data: EventPayloads[T]) => take(eventOf(type, data));
  const enter = (status: Status) =>
    tell("debate.status", { status, phase: null, round: state.round, pausing: false, by: "estimate" });
  const perform = (acts: ActSpec[]) => {
    for (const act of acts)
      for (const event of actOutcome({ act, config, state, of }, visitor.act(act, state))) take(event);
  };
  const speak = (turns: TurnSpec[]) => {
    const said = visitor.turns(turns, state);
    turns.forEach((turn, i) => take(turnOutcome(turn, of, said[i] ?? 0)));
  };

  const live = (step: Step): void => {
    const { round } = state;
    switch (step.kind) {
      case "beginRound":
        tell("round.started", { round: step.round });
        return;
      case "turns":
        if (state.phase !== step.phase) tell("phase.started", { round, phase: step.phase, expected: step.expected });
        speak(step.order === "parallel" ? step.turns : step.turns.slice(0, 1));
        return;
      case "acts":
        if (state.phase !== step.phase) tell("phase.started", { round, phase: step.phase, expected: step.acts.length });
        perform(step.acts);
        return;
      case "gatherQuestions":
        take(questionsAsked(step, { config, state, of }));
        return;
      case "awaitAnswers":
        tell("clarification.answered", {
          answers: (state.clarification?.batch ?? []).map(({ id }) => ({ questionId: id, answer: null })),
        });
        return;
      case "clarified":
        enter("running");
        return;
      case "endRound":
        tell("round.completed", { round: step.round, ...FREE });
        return;
      case "conclude":
        if (step.turn) speak([step.turn]);
        perform([...(step.ballots ?? []), step.act]);
    }
  };

  perform(preparations(plan, state));
  enter(plan.clarifications ? "clarifying" : "running");
  for (let over = false; !over; ) {
    const step = next(plan, state);
    live(step);
    over = step.kind === "conclude";
  }
}

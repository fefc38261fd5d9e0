/**
 * The control arm: before round 1 the participants' models answer the topic alone, as nobody in particular. Their answers
 * are counted after the result, and the debate's own answer with them. No prompt of the debate contains them.
 */

import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { ControlArmState, DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, Step } from "../../shapes/state/steps.ts";
import { aloneId, aloneNumber, answerId, countId } from "../../shapes/turn-ids.ts";
import { droppedFrom } from "../state/situation.ts";
import { isSkipped } from "./unjudged.ts";

export const NO_CONTROL_ARM: ControlArmState = { answers: [], counts: [] };

/** Answers that are asked for at the same time. */
const AT_ONCE = 10;
/** The answer of one cannot be unanimous. */
const LEAST_ANSWERS = 2;

/** The next step before round 1; null when none is left. */
export function controlArmStep(plan: DebatePlan, state: DebateState): Step | null {
  const answers = openAnswers(plan, state).slice(0, AT_ONCE);
  if (answers.length > 0) return { kind: "acts", phase: "answering", acts: answers };
  const given = state.controlArm?.answers ?? [];
  const count = plan.skipIfUnanimous && given.length >= LEAST_ANSWERS ? openCount(plan, state, "before") : null;
  return count && { kind: "acts", phase: "counting", acts: [count] };
}

function openAnswers({ controlArm, participants }: DebatePlan, state: DebateState): ActSpec[] {
  if (!controlArm) return [];
  const { generation } = state;
  const out = droppedFrom(state);
  const active = participants.filter(({ id }) => !out.has(id));
  const given = state.controlArm?.answers ?? [];
  return Array.from({ length: controlArm.calls }, (_, i) => i + 1).flatMap((number): ActSpec[] => {
    const speaker = active[(number - 1) % active.length];
    const id = aloneId(generation, number);
    if (!speaker || given.includes(id) || isSkipped(state, id)) return [];
    const dispensable = `answer ${number} of the control arm (${modelId(speaker)})`;
    return [{ id, name: "answerAlone", by: { participantId: speaker.id }, dispensable }];
  });
}

/**
 * The count after the result, before the debate is over; null when there is nothing to count. Where all answers are one,
 * the count before round 1 is the last.
 */
export function lastCount(plan: DebatePlan, state: DebateState): ActSpec | null {
  if ((state.controlArm?.answers ?? []).length === 0 || skipsRounds(plan, state)) return null;
  return openCount(plan, state, "after");
}

/** The judge's model counts; a format without a judge leaves it to the last participant's. */
function openCount({ judge, participants }: DebatePlan, state: DebateState, when: "before" | "after"): ActSpec | null {
  const id = countId(state.generation, when);
  const last = participants.at(-1);
  if (!last || isSkipped(state, id) || state.controlArm?.counts.some((count) => count.id === id)) return null;
  const by = judge ? "judge" : { participantId: last.id };
  return { id, name: "countAnswers", by, dispensable: `the count of the control arm's answers, ${when} the debate` };
}

/** All answers given alone are the same, and the request skips the debate then. */
export function skipsRounds({ skipIfUnanimous }: Pick<DebatePlan, "skipIfUnanimous">, state: DebateState): boolean {
  const { controlArm: arm, round } = state;
  if (!skipIfUnanimous || !arm || round > 0) return false;
  return arm.counts.some(({ unanimous }) => unanimous);
}

/** The end of a debate without a round: its result is the answer that all gave. null where rounds are held. */
export function conclusionWithoutRounds(plan: DebatePlan, state: DebateState): Step | null {
  if (!skipsRounds(plan, state)) return null;
  const act = { id: answerId(state.generation), name: "giveAnswer", by: "service" } as const;
  const { endedBy } = state;
  return { kind: "conclude", ...(endedBy ? { endedBy } : { endedBy: "convergence", convergedBy: "answers" }), act };
}

/** Sorted: they are given at the same time, and the log may have them in another order than the workflow heard of them. */
export function answered(state: DebateState, id: string): DebateState {
  return withArm(state, (arm) => ({ ...arm, answers: [...arm.answers, id].toSorted(byNumber) }));
}

export function counted(state: DebateState, { id, unanimous }: { id: string; unanimous: boolean }): DebateState {
  return withArm(state, (arm) => ({ ...arm, counts: [...arm.counts, { id, unanimous }] }));
}

function byNumber(a: string, b: string): number {
  return aloneNumber(a) - aloneNumber(b);
}

function withArm(state: DebateState, change: (arm: ControlArmState) => ControlArmState): DebateState {
  return state.controlArm ? { ...state, controlArm: change(state.controlArm) } : state;
}

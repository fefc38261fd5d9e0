/**
 * The question protocol: in each round everybody answers at once, from the second round on with others' newest answers.
 * Where the request has a vote, the first round buys answers one after the other, and only those who differ answer again.
 * The code counts; no judge is asked.
 */

import { defaultOf, partOf } from "../../shapes/options.shape.ts";
import type { DebatePlan, QuestionPlan, VotePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { AnswerDigest, DebateState } from "../../shapes/state/state.ts";
import type { Step, TurnSpec } from "../../shapes/state/steps.ts";
import { groupsId, pluralityId, turnId } from "../../shapes/turn-ids.ts";
import { isSameKey } from "../answers/key.answers.ts";
import { limitReached } from "../formats/format.ts";
import type { RequestFields } from "../request/request.ts";
import { droppedFrom } from "../state/situation.ts";
import { defineProtocol } from "./protocol.ts";
import { ROUNDS_KEPT } from "./question-state.ts";
import { isSkipped } from "./unjudged.ts";
import { type VotingPlan, voteEnd, voteStep } from "./vote.protocol.ts";

export const question = defineProtocol({
  name: "question",
  step,
  end,
  // Answers have a measure of their own: nobody changed one. The words of short answers are alike while they still move.
  convergedBy: () => "answers",
  conclude,
  seats: { field: null, choices: [], position: "" },
  ownFields: ["answers", "weights", "vote"],
  hasJudge: false,
  conclusion: {
    type: "plurality",
    announcement: "now the answers are counted",
    missing: "nobody gave an answer",
  },
  mode: "simultaneous",
  templates: 0,
  sharesPrompts: false,
  configure: ({ answers = { type: "text" }, expected, vote, gate, ...request }) => ({
    question: {
      type: answers.type,
      ...(answers.type === "number" && answers.tolerance !== undefined && { tolerance: answers.tolerance }),
      ...partOf("question", { ...request, gate: gate === true && !vote }),
      ...(expected !== undefined && { compares: true as const }),
      ...(vote && { vote: voteOf(vote, gate) }),
    },
  }),
});

/** `gate: true`: it is debated wherever it is not safe. */
function voteOf({ most, stopAt }: NonNullable<RequestFields["vote"]>, gate: RequestFields["gate"]): VotePlan {
  const lead = gate === true ? 1 : gate && (gate.lead ?? defaultOf("gate/lead"));
  return {
    most: most ?? defaultOf("vote/most"),
    stopAt: stopAt ?? defaultOf("vote/stopAt"),
    ...(typeof lead === "number" && { lead }),
  };
}

function rulesOf({ question: rules }: DebatePlan): QuestionPlan {
  if (!rules) throw new Error("a question needs its rules");
  return rules;
}

function hasVote(rules: QuestionPlan): rules is VotingPlan {
  return rules.vote !== undefined;
}

function step(plan: DebatePlan, state: DebateState): Step | null {
  const { round, generation, taken, wholeBeforeRound: count } = state;
  const rules = rulesOf(plan);
  const given = round === 1 && generation === 1 ? (rules.given ?? []) : [];
  if (state.roundTimedOut) return null;
  if (hasVote(rules)) return voteStep(plan, state, rules);
  const out = droppedFrom(state);
  const turns = plan.participants
    .map(({ id: participantId }, seat): TurnSpec => {
      const index = seat + 1;
      const place = { id: turnId(generation, round, index), round, index };
      const sees = { round, index: 0, count };
      return { ...place, participantId, phase: "answer", sees, ...(given.includes(index) && { given: true }) };
    })
    .filter((turn) => !out.has(turn.participantId) && !taken.includes(turn.index));
  if (turns.length === 0) return null;
  return { kind: "turns", phase: "answering", order: "parallel", expected: taken.length + turns.length, turns };
}

function end(plan: DebatePlan, state: DebateState): EndedBy | null {
  const { round } = state;
  const rules = rulesOf(plan);
  if (hasVote(rules) && round === 1) return voteEnd(plan, state, rules);
  if (limitReached(plan, state)) return "limit";
  const isAllowed = round >= plan.minRounds;
  const isGated = round === 1 && rules.gate;
  if ((isAllowed || isGated) && isUnanimous(plan, state)) return "convergence";
  return isAllowed && isStable(plan, state) ? "convergence" : null;
}

/** Every two agree: of three numbers the outer ones may differ. One answer alone cannot be unanimous. */
function isUnanimous(plan: DebatePlan, state: DebateState): boolean {
  const rules = rulesOf(plan);
  const given = answersIn(state, state.round);
  return given.length > 1 && given.every((one) => given.every((other) => isSameKey(one.key, other.key, rules)));
}

/** Nobody changed an answer in two rounds running. A vote is no round that a debate's answers are compared with. */
function isStable(plan: DebatePlan, state: DebateState): boolean {
  const rules = rulesOf(plan);
  const { round } = state;
  if (round < ROUNDS_KEPT + (hasVote(rules) ? 1 : 0)) return false;
  const now = answersIn(state, round);
  return now.length > 0 && [round - 1, round - 2].every((earlier) => isAlike(answersIn(state, earlier), now, rules));
}

function isAlike(one: AnswerDigest[], other: AnswerDigest[], rules: QuestionPlan): boolean {
  return (
    one.length === other.length &&
    one.every(({ participantId, index, key }) => {
      const same = other.find((each) => each.participantId === participantId && each.index === index);
      return same !== undefined && isSameKey(key, same.key, rules);
    })
  );
}

function answersIn({ question: own }: DebateState, round: number): AnswerDigest[] {
  return (own?.recent ?? []).filter((answer) => answer.round === round);
}

/** Texts that differ are grouped first, once and blind, by the last participant's model. */
function conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  const { generation } = state;
  const id = groupsId(generation);
  const speaker = plan.participants.findLast((participant) => !droppedFrom(state).has(participant.id));
  const { type, compares } = rulesOf(plan);
  const isOpen = !state.question?.grouped && !state.result && state.wholeTurns > 0 && !isSkipped(state, id);
  if (type === "text" && isOpen && speaker && (state.question?.differ || compares)) {
    const dispensable = "the grouping of the answers: they are compared word by word";
    const act = { id, name: "groupAnswers" as const, by: { participantId: speaker.id }, dispensable };
    return { kind: "acts", phase: "counting", acts: [act] };
  }
  return {
    kind: "conclude",
    endedBy,
    act: { id: pluralityId(generation), name: "countPlurality", by: "service" },
  };
}

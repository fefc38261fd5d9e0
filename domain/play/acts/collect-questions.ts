/** A participant's questions to the owner, before the debate. */

import { buildQuestionsPrompt, readQuestions } from "../../prompts/speaker/questions.speaker-prompt.ts";
import { iterationOf } from "../../rules/clarifications/iteration.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { actorOf, eventOf, FREE } from "../assumptions/assumed.ts";
import { COLLECTIONS } from "../records/kinds.record.ts";
import type { Collection } from "../records/stored.ts";
import { defineAct, placeOf, unnumbered } from "./act.ts";

export const collectQuestions = defineAct({
  name: "collectQuestions",
  reads: () => "configuration",
  prompt: ({ config, ...shown }, { participantId = "", state }) => {
    const { maxIterations = 0 } = config.clarifications ?? {};
    const iteration = iterationOf(state);
    return buildQuestionsPrompt({ ...shown, config, participantId, iteration, maxIterations, ...mostIn(config) });
  },
  within: "turnTimeout",
  suggestion: "Retry, or take a model that keeps to a JSON Schema, or leave the clarifications out.",
  read: (text, { config }) => readQuestions(text, mostIn(config)),
  kind: COLLECTIONS,
  make: ({ value, scene, bill }): Collection => {
    const { generation, iteration, participantId } = placeOf(scene.asked);
    return { generation, iteration, participantId, questions: value, ...unnumbered(bill) };
  },
  // The questions themselves are published when all participants have asked.
  event: ({ iteration, participantId, questions, usage, costUsd, latencyMs, at }, { id }) => ({
    type: "clarification.collected",
    at,
    data: { iteration, participantId, actId: id, count: questions.length, usage, costUsd, latencyMs },
  }),
  said: ({ questions }) => questions.join(" ") || "no questions",
  assumed: {
    tokens: () => 60,
    events: (act, { state }) => {
      const about = { iteration: iterationOf(state), participantId: actorOf(act), actId: act.id, count: 0 };
      return [eventOf("clarification.collected", { ...about, ...FREE, latencyMs: 0 })];
    },
  },
});

function mostIn({ clarifications }: DebateConfig): { maxQuestions: number } {
  return { maxQuestions: clarifications?.maxPerAgent ?? 0 };
}

/** Groups a question's answers in free text, and the known one with them: once, by what they say, blind. */

import { buildGroupsPrompt, readGroups } from "../../prompts/control-arm/groups.ts";
import { answersPile } from "../../rules/answers/pile.ts";
import { mostAnswers } from "../../rules/answers/vote.answers.ts";
import type { AnswerGroups } from "../../shapes/schemas/plurality.schema.ts";
import { actorOf, eventOf, FREE } from "../assumptions/assumed.ts";
import { GROUPS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const groupAnswers = defineAct({
  name: "groupAnswers",
  reads: () => "given answers",
  // All answers are grouped, or none.
  fits: () => [],
  prompt: ({ config, turns, faults }) => buildGroupsPrompt({ config, faults, items: answersPile(config, turns) }),
  read: (text, { config, turns }) => readGroups(text, answersPile(config, turns)),
  kind: GROUPS,
  make: ({ value, scene: { asked, config, turns }, model, bill }): AnswerGroups => {
    const texts = new Map(answersPile(config, turns).map(({ key, text }) => [key, text]));
    const groups = value.map(({ answer, members }) => ({
      answer,
      members: members.flatMap((key) => texts.get(key) ?? []),
    }));
    return { id: asked.id, groups, model, ...bill };
  },
  event: (groups, { round, participantId = "" }) => ({
    type: "answers.grouped",
    at: groups.at,
    data: { round, participantId, groups },
  }),
  said: ({ groups }) => groups.map(({ answer }) => answer).join(" / "),
  assumed: {
    tokens: (config) => 60 + 12 * mostAnswers(config, config.maxRounds),
    events: (act, { state: { round } }) => {
      const groups = { id: act.id, ...FREE };
      return [eventOf("answers.grouped", { round, participantId: actorOf(act), groups })];
    },
  },
});

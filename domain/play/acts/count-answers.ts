/** Counts the control arm's answers: a model groups them, blind, and the code counts. */

import { countAnswers as count } from "../../judge/control-arm.judging.ts";
import { buildGroupsPrompt, readGroups } from "../../prompts/control-arm/groups.ts";
import type { AnswerCount } from "../../shapes/schemas/control-arm.schema.ts";
import { participantOf } from "../../shapes/state/steps.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { COUNTS } from "../records/kinds.record.ts";
import { defineAct } from "./act.ts";

export const countAnswers = defineAct({
  name: "countAnswers",
  reads: () => "answers alone",
  prompt: ({ config, faults, pile }) => buildGroupsPrompt({ config, faults, items: pile?.shown ?? [] }),
  read: (text, { shown: { pile } }) => readGroups(text, pile?.shown ?? []),
  kind: COUNTS,
  make: ({ value: groups, scene: { asked, config, shown }, model, bill }): AnswerCount => {
    const { pile } = shown;
    if (!pile) throw new Error(`no answers for ${asked.id}`);
    const { controlArm } = config;
    const calls = typeof controlArm === "object" ? controlArm.calls : pile.answers.length;
    const counted = count({ groups, pile, calls, judge: model, bill });
    return { id: asked.id, unanimous: counted.groups.length === 1, controlArm: counted, ...bill };
  },
  event: (counted, { round, participantId }) => {
    const whose = participantId === undefined ? {} : { participantId };
    return { type: "control_arm.counted", at: counted.at, data: { round, ...whose, count: counted } };
  },
  said: ({ controlArm: { answer, tied = [] } }) => answer ?? `a tie: ${tied.join(" / ")}`,
  assumed: {
    tokens: ({ controlArm }) => 60 + 12 * (typeof controlArm === "object" ? controlArm.calls : 0),
    events: (act, { state: { round }, of: { endsEarly } }) => {
      const counted = { id: act.id, unanimous: endsEarly, ...FREE };
      return [eventOf("control_arm.counted", { round, ...participantOf(act), count: counted })];
    },
  },
});

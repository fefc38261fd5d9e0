/** Canned answers of the control arm, and how they are grouped. */

import type { Grouped } from "../../../domain/judge/control-arm.judging.ts";
import type { AloneAnswer } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import { excerpt } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";

/** The same each time: a demo model has no view of the topic. */
export function demoAlone({ topic }: DemoRequest): Pick<AloneAnswer, "answer" | "reasons" | "wouldChange"> {
  const reason = (text: string) => ({ reason: text, restsOn: "reasoning" });
  return {
    answer: `It depends: "${excerpt(topic, 40)}" needs a decision that can be checked later.`,
    reasons: ["Cases differ.", "Costs come before benefits.", "A small trial shows more than a debate."].map(reason),
    wouldChange: "A trial with a clear result.",
  };
}

/** By their words. */
export function demoGroups({ answers }: DemoRequest): { groups: Grouped[] } {
  const alike = [...Map.groupBy(answers, ({ text }) => text).values()];
  return {
    groups: alike.map((group) => ({
      answer: excerpt(group[0]?.text ?? "", 200),
      members: group.map(({ id }) => id),
    })),
  };
}

/** The different answers of a question in free text, as the model that groups them is shown them. */

import { scatter } from "../../base/statistics/scatter.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { textKey } from "./same.ts";

/** Each once, in an order that says nothing of whose it is. The same answers always have the same order. */
export function answersPile({ expected }: Pick<DebateConfig, "expected">, turns: readonly Turn[]) {
  const given = turns.flatMap(({ answer, status }) => (answer && status === "whole" ? [answer.answer] : []));
  const all = expected === undefined ? given : [...given, expected];
  const distinct = [...new Map(all.toSorted().map((text) => [textKey(text), text])).values()];
  const shuffled = distinct.toSorted((a, b) => scatter(a) - scatter(b));
  return shuffled.map((text, i) => ({ key: `A${i + 1}`, text }));
}

/** `"format": "auto"`: a topic with answers that can be counted is a question, and a vote comes before any debate of it. */

import { isObject } from "../../base/is-object.ts";
import { AUTO, DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import { defaultOf } from "../../shapes/options.shape.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";

/** What a vote leaves no room for: whoever gives it wants another question. */
const WITHOUT_VOTE = ["weights", "peers", "anonymous"];

/** With their numbers, so that a stored request keeps them when the defaults change. */
const VOTE = { most: defaultOf("vote/most"), stopAt: defaultOf("vote/stopAt") };
const GATE = { lead: defaultOf("gate/lead") };

/**
 * The body with the format that is chosen for it, and a warning that says which. Other bodies stay as they are.
 *
 * @example
 * withAutoFormat({ topic: "Which?", format: "auto", answers: { type: "number" } }).body.format // → "question"
 * withAutoFormat({ topic: "Why?", format: "auto" }).body.format // → "structured-rounds"
 */
export function withAutoFormat(body: unknown): { body: unknown; taken: Warning[] } {
  if (!isObject(body) || body.format !== AUTO) return { body, taken: [] };
  if (!isObject(body.answers)) return chosen({ ...body, format: DEFAULT_DEBATE.format }, NOTHING_TO_COUNT);
  const isAsked = WITHOUT_VOTE.every((name) => body[name] === undefined);
  const vote = isAsked ? { vote: body.vote ?? VOTE, gate: body.gate ?? (body.maxRounds === 1 ? false : GATE) } : {};
  return chosen({ ...body, format: "question", ...vote }, isAsked ? VOTE_FIRST : COUNTED);
}

const NOTHING_TO_COUNT = "the topic came without answers that can be counted, so it is debated";
const VOTE_FIRST = "the answers can be counted, so a vote comes first, and a debate only where it stays close";
const COUNTED = "the answers can be counted";

function chosen(body: Record<string, unknown> & { format: string }, because: string) {
  return { body, taken: [{ code: "format-chosen", detail: `the format is ${body.format}: ${because}` }] };
}

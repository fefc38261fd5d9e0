/** A canned private answer: stances draw nearer to one another from round to round. */
import type { Poll } from "../../../domain/shapes/schemas/poll.schema.ts";
import { pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";

const UNDECIDED = 50;

/** Undecided before anybody spoke. */
export function demoPoll({
  topic,
  turns,
}: DemoRequest): Pick<Poll, "reasons" | "answer" | "stance" | "confidence" | "cause"> {
  const rounds = Math.max(0, ...turns.map(({ round }) => round));
  const others = turns.map(({ speaker }) => speaker);
  const first = turns.length === 0 ? UNDECIDED : pick(101, topic, ...new Set(others));
  return {
    reasons: ["A decision that can be checked later is better than a quick one.", "Costs come before benefits."],
    answer: `It depends.`,
    stance: Math.round(UNDECIDED + (first - UNDECIDED) / Math.max(1, rounds)),
    confidence: UNDECIDED,
    cause: turns.at(-1)?.id ?? null,
  };
}

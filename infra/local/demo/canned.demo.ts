/** Canned replies of the demo model that need little of the request: answers, polls, positions, checks of claims. */

import { scatter } from "../../../domain/base/statistics/scatter.ts";
import type { Grouped } from "../../../domain/judge/control-arm.judging.ts";
import type { PositionsReading } from "../../../domain/prompts/speaker/positions.speaker-prompt.ts";
import type { AskedClaim } from "../../../domain/rules/claims/verify-claim.ts";
import type { AloneAnswer } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { Poll } from "../../../domain/shapes/schemas/poll.schema.ts";
import { isYes } from "./polarity.ts";
import { claimOf, excerpt, pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

const UNDECIDED = 50;

/** A private answer: undecided before anybody spoke, and nearer to the others from round to round. */
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

/** An answer to a question of an experiment. It depends on the question alone, and says nothing about it. */
export function demoAnswer({ topic, options, isNumber }: DemoRequest): object {
  const drawn = scatter(topic);
  const answer = isNumber ? drawn % 100 : (options[drawn % options.length] ?? "demo");
  return { reasoning: `It rests on nothing, and a real model would change it.`, answer, confidence: 50 };
}

/** The canned check of claims. The demo compares nothing, so it settles no claim. */
export function demoClaims({ turns }: DemoRequest): { claims: AskedClaim[] } {
  const claims = turns.slice(0, 2).map(({ id, text }) => ({
    claim: excerpt(claimOf(text), 24),
    turnIds: [id],
    refs: [],
    status: "unverified" as const,
    quotes: [],
    why: `It compares nothing with the exhibits.`,
  }));
  return { claims };
}

// Canned positions, applicable to any topic.

type Stance = PositionsReading["positions"][number];

/** One per seat, different from the given ones. A speaker beside somebody who says yes says no, and the other way round. */
export function demoPositions({ topic, seats, given }: DemoRequest): PositionsReading {
  const [yes, no, ...others] = texts.positions as [Stance, Stance, ...Stance[]];
  const sides = [yes, no].filter((stance) => !given.some((held) => isYes(held) === (stance === yes)));
  const free = [...sides, ...others, yes, no].filter(({ position }) => !given.includes(position));
  const chosen = seats.reduce<Stance[]>((all, fixed) => {
    const unused = [yes, no, ...others].filter((stance) => !all.includes(stance));
    if (fixed === undefined) return [...all, free.find((stance) => !all.includes(stance)) ?? (free[0] as Stance)];
    // A person who fits the side that is fixed, and whom nobody else is.
    return [...all, unused.find((stance) => stance === (isYes(fixed) ? yes : no)) ?? (unused.at(-1) as Stance)];
  }, []);
  return {
    reasoning: `The usual ways to take a question such as "${excerpt(topic, 16)}".`,
    positions: chosen.map((stance, i) => ({ ...stance, position: seats[i] ?? stance.position })),
  };
}

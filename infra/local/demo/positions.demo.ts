/** Canned positions, applicable to any topic. */
import type { PositionsReading } from "../../../domain/prompts/speaker/positions.speaker-prompt.ts";
import { isYes } from "./polarity.ts";
import { excerpt } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

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

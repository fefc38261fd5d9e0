/** Canned positions, applicable to any topic. */
import type { PositionsReading } from "../../../domain/prompts/speaker/positions.ts";
import { DEMO_LINE, excerpt } from "./replies.ts";
import type { DemoRequest } from "./request.ts";
import texts from "./texts.json" with { type: "json" };

type Stance = PositionsReading["positions"][number];

/** One per seat, different from the given ones. */
export function demoPositions({ topic, seats, given }: DemoRequest): PositionsReading {
  const free = texts.positions.filter(({ position }) => !given.includes(position));
  return {
    reasoning: `${DEMO_LINE} The usual ways to take a question such as "${excerpt(topic, 16)}".`,
    positions: seats.map((fixed, i) => {
      const stance = free[i % free.length] as Stance;
      return { ...stance, position: fixed ?? stance.position };
    }),
  };
}

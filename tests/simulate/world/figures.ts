/** What is counted of a row's debates: shares with their 95 % intervals. */

import { type Proportion, shareOf } from "../../../domain/base/statistics/wilson.ts";
import { type Bench, castBallots } from "./bench.ts";
import { type Ruled, ruled } from "./ruling.ts";
import { questionOf, type World } from "./world.ts";

/** From the best: what somebody keeps who trusts a level also trusts in those before it. */
export const LEVELS = ["strong", "moderate", "weak"] as const;
type Level = (typeof LEVELS)[number];

export interface Figures {
  right: Proportion;
  wrong: Proportion;
  /** Contested: no answer. */
  none: Proportion;
  /** All ballots name one winner. */
  unanimous: Proportion;
  /** `share`: of all debates. `right`: of those of the level. */
  byLevel: Record<Level, { share: Proportion; right: Proportion }>;
  /** Of those that are kept from a level on: `coverage` is their share of all debates, `risk` the share of them that is wrong. */
  keptFrom: Record<Level, { coverage: Proportion; risk: Proportion }>;
}

/** The same debates for every bench of a world. */
export function figuresOf(world: World, bench: Bench, debates: number): Figures {
  const all = Array.from({ length: debates }, (_, number) => {
    const question = questionOf(world, number);
    return ruled(castBallots(world, bench, question), question);
  });
  const isRight = (each: Ruled) => each.isRight === true;
  const isWrong = (each: Ruled) => each.isRight === false;
  const at = (levels: readonly Level[]) => (each: Ruled) => levels.some((level) => level === each.level);
  const by = <T>(of: (level: Level, from: readonly Level[]) => T) =>
    Object.fromEntries(LEVELS.map((level, i) => [level, of(level, LEVELS.slice(0, i + 1))])) as Record<Level, T>;
  return {
    right: shareOf(all, isRight),
    wrong: shareOf(all, isWrong),
    none: shareOf(all, (each) => each.isRight === null),
    unanimous: shareOf(all, ({ isUnanimous }) => isUnanimous),
    byLevel: by((level) => ({ share: shareOf(all, at([level])), right: shareOf(all.filter(at([level])), isRight) })),
    keptFrom: by((_, kept) => ({ coverage: shareOf(all, at(kept)), risk: shareOf(all.filter(at(kept)), isWrong) })),
  };
}

/** Counted by the winners that ballots name, and by the answers that they give. */
export function bothWays(world: World, bench: Bench, debates: number): { winners: Proportion; answers: Proportion } {
  const all = Array.from({ length: debates }, (_, number) => {
    const question = questionOf(world, number);
    const ballots = castBallots(world, bench, question);
    return { winners: ruled(ballots, question, "winner").isRight, answers: ruled(ballots, question).isRight };
  });
  return {
    winners: shareOf(all, ({ winners }) => winners === true),
    answers: shareOf(all, ({ answers }) => answers === true),
  };
}

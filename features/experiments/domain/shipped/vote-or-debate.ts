/**
 * The experiment `vote-or-debate`: do several answers of one model become better when they are debated, or is it enough to
 * count them? After H. K. Choi, X. Zhu and S. Li, "Debate or vote" (arXiv 2508.17536).
 */
import type { z } from "zod";
import { randomOf } from "../../../../domain/base/statistics/random.ts";
import { NAMES } from "../../../../domain/rules/seats/usual-participants.ts";
import type { ArmRequest, ExperimentBudget, ExperimentRequest, ItemRequest } from "../request.experiment.ts";
import { arithmeticItem } from "./arithmetic.ts";
import { CHOI } from "./published.ts";
import { puzzleItem } from "./puzzles.ts";

export const TASKS = ["arithmetic", "puzzles"] as const;
export type Task = (typeof TASKS)[number];

export const VOTE_OR_DEBATE = "vote-or-debate";
/** The items are always drawn from it. */
const SEED = "vote-or-debate";
const DEBATERS = 5;
const LARGEST_VOTE = 15;
/** The probability from which on the leader of a vote one after the other is safe. */
const SAFE = 0.95;

const DRAWN = {
  arithmetic: { id: "arithmetic", draw: arithmeticItem },
  puzzles: { id: "puzzle", draw: puzzleItem },
};

/** By turns, arithmetic first. More items begin with the same ones. */
export function itemsOf(count: number, tasks: readonly Task[] = TASKS): ItemRequest[] {
  const drawn = tasks.map((task) => ({ ...DRAWN[task], random: randomOf(`${SEED}/${task}`) }));
  return Array.from({ length: count }, (_, i) => {
    const { id, draw, random } = drawn[i % drawn.length] as (typeof drawn)[number];
    return draw(`${id}-${1 + Math.floor(i / drawn.length)}`, random);
  });
}

/** The task of an item, by its id. */
export function taskOf(id: string): Task | null {
  return TASKS.find((task) => id.startsWith(`${DRAWN[task].id}-`)) ?? null;
}

interface Wanted {
  /** `provider/model`. The first one debates with itself, and all of them in the arm of mixed models. */
  models: readonly string[];
  items: number;
  tasks?: readonly Task[];
  /** Only the arms of the published table. */
  isPublishedOnly?: boolean;
  budget?: ExperimentBudget;
}

export function voteOrDebate({
  models,
  items,
  tasks,
  isPublishedOnly = false,
  budget,
}: Wanted): z.input<typeof ExperimentRequest> {
  const [model = ""] = models;
  return {
    name: VOTE_OR_DEBATE,
    base: {
      format: "question",
      participants: debaters([model]),
      peers: "all",
      show: "answers-and-reasons",
      anonymous: true,
      ...rounds(2),
    },
    items: itemsOf(items, tasks),
    arms: armsOf(models).filter(({ name }) => !isPublishedOnly || Object.hasOwn(CHOI, name)),
    ...(budget && { budget }),
  };
}

/** The first one is what the others are compared with: a debate also begins with five answers. */
function armsOf(models: readonly string[]): ArmRequest[] {
  const mixed = { name: "mixed models", patch: { participants: debaters(models) } };
  return [
    { name: "vote of 5", baseline: { vote: 5 } },
    { name: "single", baseline: { vote: 1 } },
    { name: "vote of 15", baseline: { vote: LARGEST_VOTE } },
    { name: "vote until safe", patch: { vote: { most: LARGEST_VOTE, stopAt: SAFE }, ...rounds(0) } },
    { name: "debate of 2 rounds", patch: {} },
    { name: "debate of 3 rounds", patch: rounds(3) },
    { name: "debate of 5 rounds", patch: rounds(5) },
    { name: "ring of 2 rounds", patch: { peers: "ring" } },
    { name: "gated", patch: { gate: true } },
    { name: "names shown", patch: { anonymous: false } },
    ...(models.length > 1 ? [mixed] : []),
  ];
}

/**
 * Rounds of debate as the paper counts them: those after the first answers. All of them are played, also if everybody
 * agrees.
 */
function rounds(count: number) {
  return { minRounds: count + 1, maxRounds: count + 1 };
}

function debaters(models: readonly string[]) {
  return NAMES.slice(0, DEBATERS).map((name, i) => ({ name, model: models[i % models.length] ?? "" }));
}

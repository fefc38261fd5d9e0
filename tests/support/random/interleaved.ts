/** Runs work as a workflow may: what happens at the same time goes on in any order. */

import type { Work } from "../../../domain/base/work.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { ScriptedDebate } from "../scripted.ts";
import type { Dice } from "./outcomes.ts";

/** Its dice choose the order of what happens at the same time. */
export class InterleavedDebate extends ScriptedDebate {
  private readonly roll: Dice;

  constructor(plan: DebatePlan, roll: Dice) {
    super(plan);
    this.roll = roll;
  }

  protected override run(work: Work<void>): void {
    interleaved(work, this.roll);
  }
}

/** Runs work to its end at once. The dice say which of the works that run at the same time goes on next. */
function interleaved<T>(work: Work<T>, roll: Dice): T {
  const strand = strandOf(work, roll);
  for (;;) {
    const step = strand.next();
    if (step.done) return step.value;
  }
}

/** Stops before everything that the work waits for. */
function* strandOf<T>(work: Work<T>, roll: Dice): Generator<void, T, void> {
  let step = work.next();
  while (!step.done) {
    yield;
    const need = step.value;
    step = work.next("all" in need ? yield* together(need.all, roll) : need.value);
  }
  return step.value;
}

function* together(works: Work<unknown>[], roll: Dice): Generator<void, unknown[], void> {
  const results: unknown[] = [];
  const open = works.map((work, place) => ({ place, strand: strandOf(work, roll) }));
  while (open.length > 0) {
    const chosen = open.length === 1 ? 0 : roll(open.length);
    const { place, strand } = open[chosen] as (typeof open)[number];
    const step = strand.next();
    if (step.done) {
      results[place] = step.value;
      open.splice(chosen, 1);
    } else yield;
  }
  return results;
}

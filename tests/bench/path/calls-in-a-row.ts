/**
 * How many calls of models a debate makes one after the other: its length in calls, if each took the same time. The real
 * interpreter plays it, so the figure follows from the protocols and not from a clock.
 */
import type { Work } from "../../../domain/base/work.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { CALM } from "../../support/random/drive.ts";
import { event } from "../../support/random/event.ts";
import { actOutcome, type Dice, questionsAsked, turnOutcome } from "../../support/random/outcomes.ts";
import { type Script, ScriptedDebate } from "../../support/scripted.ts";

/** A debate plays by other dice so many times: the longest way counts. */
const GAMES = 40;

export interface CallsMade {
  /** In all. */
  calls: number;
  inARow: number;
}

/** Of the longest debate that this plan may lead to, in which nothing fails. */
export function longestWay(plan: DebatePlan): CallsMade {
  const games = Array.from({ length: GAMES }, (_, game) => play(plan, diceOf(game)));
  return games.reduce((longest, one) => (one.inARow > longest.inARow ? one : longest));
}

function play(plan: DebatePlan, roll: Dice): CallsMade {
  const debate = new TimedDebate(plan);
  const script: Script = {
    takeTurn(turn) {
      debate.made += 1;
      debate.take(turnOutcome(turn, roll));
      return null;
    },
    perform(act) {
      if (act.by !== "service") debate.made += 1;
      const done = actOutcome(act, debate.state, roll);
      debate.take(done.type === "assessment.completed" ? calm(done) : done);
      return null;
    },
    gatherQuestions: (iteration) => debate.take(questionsAsked({ kind: "gatherQuestions", iteration }, 0, roll)),
  };
  debate.begin();
  while (!isTerminal(debate.state.status)) debate.step(script);
  return { calls: debate.made, inARow: debate.inARow };
}

/** The judge ends nothing. */
function calm({ data }: Extract<ReturnType<typeof actOutcome>, { type: "assessment.completed" }>) {
  const { repeating: _none, ...assessment } = data.assessment;
  return event("assessment.completed", { ...data, assessment: { ...assessment, shouldContinue: true, flags: CALM } });
}

class TimedDebate extends ScriptedDebate {
  made = 0;
  inARow = 0;

  protected override run(work: Work<void>): void {
    this.inARow += this.timed(work).inARow;
  }

  /** Of what runs at the same time the longest counts. */
  private timed<T>(work: Work<T>): { value: T; inARow: number } {
    let inARow = 0;
    const advance = (value?: unknown) => {
      const before = this.made;
      const step = work.next(value);
      inARow += this.made - before;
      return step;
    };
    let step = advance();
    while (!step.done) {
      const need = step.value;
      if ("all" in need) {
        const each = need.all.map((one) => this.timed(one));
        inARow += Math.max(0, ...each.map((one) => one.inARow));
        step = advance(each.map(({ value }) => value));
      } else step = advance(need.value);
    }
    return { value: step.value, inARow };
  }
}

function diceOf(game: number): Dice {
  let thrown = game;
  return (sides) => {
    thrown = (thrown * 7_919 + 104_729) % 1_000_003;
    return thrown % sides;
  };
}

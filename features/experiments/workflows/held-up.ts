/**
 * Answers that a limit of the key or the tenant holds up wait in one line. Its first ones ask again: one after a refusal, and
 * one more at a time with each that passes.
 */
import { condition } from "@temporalio/workflow";
import type { AskedAlone } from "../activities/ask-alone.ts";

/** Milliseconds until an answer asks again, unless something else was paid meanwhile; doubles. */
const AGAIN_MS = { first: 1_000, longest: 600_000 };

interface Owner {
  readonly isStopped: boolean;
  /** Waits out a pause. False: it was stopped. */
  goesOn(): Promise<boolean>;
  /** What it waits for is shown; null: it goes on. */
  waitFor(why: string | null): Promise<void>;
}

/** Null: nothing more may be bought. */
type Attempt = () => Promise<AskedAlone | null>;

export class HeldUp {
  /** Answers that have come to wait, and those of them that have left. */
  private come = 0;
  private left = 0;
  /** So many ask at once. */
  private width = 1;
  /** Attempts that were not held up. */
  private passed = 0;
  private readonly owner: Owner;

  constructor(owner: Owner) {
    this.owner = owner;
  }

  /** Attempts it until no limit holds it up. What fits under no circumstances is not attempted again. */
  async pass(attempt: Attempt): Promise<AskedAlone | null> {
    if (this.come > this.left) return this.wait(attempt);
    const answer = await this.once(attempt);
    return isHeldUp(answer) ? this.wait(attempt) : answer;
  }

  private async wait(attempt: Attempt): Promise<AskedAlone | null> {
    const place = this.come++;
    try {
      await condition(() => this.owner.isStopped || place < this.left + this.width);
      return await this.untilPassed(attempt);
    } finally {
      this.left += 1;
      this.width += 1;
      if (this.come === this.left) {
        this.width = 1;
        await this.owner.waitFor(null);
      }
    }
  }

  private async untilPassed(attempt: Attempt): Promise<AskedAlone | null> {
    for (let ms = AGAIN_MS.first; ; ms = Math.min(AGAIN_MS.longest, ms * 2)) {
      if (!(await this.owner.goesOn())) return null;
      const { passed } = this;
      const answer = await this.once(attempt);
      if (!isHeldUp(answer)) return answer;
      this.width = 1;
      await this.owner.waitFor(answer.heldUp.why);
      const mayFit = () => this.owner.isStopped || this.passed !== passed;
      await condition(mayFit, ms, { summary: "until an answer may fit under a limit" });
    }
  }

  private async once(attempt: Attempt): Promise<AskedAlone | null> {
    const answer = await attempt();
    if (!isHeldUp(answer)) this.passed += 1;
    return answer;
  }
}

function isHeldUp(answer: AskedAlone | null): answer is AskedAlone & { heldUp: { why: string } } {
  return answer?.heldUp !== undefined && !answer.heldUp.isNever;
}

/** Answers that a limit of the key or the tenant holds up wait in one line. The first of them asks again now and then. */
import { condition } from "@temporalio/workflow";
import type { AskedAlone } from "../../activities/experiments/ask-alone.ts";

/** Milliseconds between attempts of the first in the line, unless something else was paid meanwhile; doubles. */
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

export class Line {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;
  private paid = 0;
  private readonly owner: Owner;

  constructor(owner: Owner) {
    this.owner = owner;
  }

  /** Attempts it until no limit holds it up. What fits under no circumstances is not attempted again. */
  async pass(attempt: Attempt): Promise<AskedAlone | null> {
    if (this.waiting > 0) return this.wait(attempt);
    const answer = await this.once(attempt);
    return isHeldUp(answer) ? this.wait(attempt) : answer;
  }

  private async wait(attempt: Attempt): Promise<AskedAlone | null> {
    this.waiting += 1;
    const before = this.last;
    const mine = Promise.withResolvers<void>();
    this.last = mine.promise;
    await before;
    try {
      return await this.untilPassed(attempt);
    } finally {
      this.waiting -= 1;
      mine.resolve();
      if (this.waiting === 0) await this.owner.waitFor(null);
    }
  }

  private async untilPassed(attempt: Attempt): Promise<AskedAlone | null> {
    for (let ms = AGAIN_MS.first; ; ms = Math.min(AGAIN_MS.longest, ms * 2)) {
      if (!(await this.owner.goesOn())) return null;
      const { paid } = this;
      const answer = await this.once(attempt);
      if (!isHeldUp(answer)) return answer;
      await this.owner.waitFor(answer.heldUp.why);
      const hasRoom = () => this.owner.isStopped || this.paid !== paid;
      await condition(hasRoom, ms, { summary: "until an answer may fit under a limit" });
    }
  }

  private async once(attempt: Attempt): Promise<AskedAlone | null> {
    const answer = await attempt();
    if (!isHeldUp(answer)) this.paid += 1;
    return answer;
  }
}

function isHeldUp(answer: AskedAlone | null): answer is AskedAlone & { heldUp: { why: string } } {
  return answer?.heldUp !== undefined && !answer.heldUp.isNever;
}

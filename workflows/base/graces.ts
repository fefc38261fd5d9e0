/** How long a bench waits for its slowest once a quorum has answered a question. */
import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";

interface Grace {
  /** Calls under way that it would end. */
  waiting: number;
  timer: CancellationScope | null;
}

export class Graces {
  private readonly open = new Map<string, Grace>();
  private readonly over = new Set<string>();

  isOver(question: string): boolean {
    return this.over.has(question);
  }

  /** A member of the bench is asked. */
  enter(question: string): void {
    const { waiting = 0, timer = null } = this.open.get(question) ?? {};
    this.open.set(question, { waiting: waiting + 1, timer });
  }

  /** It is asked no more; after the last one nobody is left to be late. */
  leave(question: string): void {
    const grace = this.open.get(question);
    if (!grace) return;
    grace.waiting -= 1;
    if (grace.waiting > 0) return;
    grace.timer?.cancel();
    this.open.delete(question);
  }

  /** A quorum has answered: the others have so long from now on. */
  grant(question: string, ms: number, onOver: () => void): void {
    const grace = this.open.get(question);
    if (!grace || grace.timer || this.isOver(question)) return;
    grace.timer = new CancellationScope();
    void this.arm({ question, timer: grace.timer, ms }, onOver);
  }

  private async arm(
    { question, timer, ms }: { question: string; timer: CancellationScope; ms: number },
    onOver: () => void,
  ): Promise<void> {
    try {
      await timer.run(() => sleep(ms, { summary: "the others' time after a quorum" }));
    } catch (error) {
      if (!isCancellation(error)) throw error;
      return;
    }
    this.over.add(question);
    onOver();
  }
}

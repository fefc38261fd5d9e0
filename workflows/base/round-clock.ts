/**
 * Measures how long the turns of a round take together, and ends them when the round's limit has passed. It stands still
 * while the debate does anything else: it judges, waits or is paused. Without a limit it sets no timer.
 */
import { CancellationScope, isCancellation, sleep } from "@temporalio/workflow";

/** What the next run takes over when this one continues as new. */
export interface RoundTime {
  /** Generation and round. */
  of: string;
  usedMs: number;
}

export class RoundClock {
  /** The limit, or the others' time after a quorum, has passed while turns were being taken. */
  isOver = false;
  /** The last one that was set. */
  limitMs: number | undefined;
  /** What the clock shows when the others' time after a quorum is up. */
  private graceEndMs: number | null = null;
  private of = "";
  private usedMs = 0;
  private since: number | null = null;
  private timer: CancellationScope | null = null;

  constructor(carried: RoundTime | undefined) {
    if (carried) Object.assign(this, carried);
  }

  carry(): { roundTime?: RoundTime } {
    const usedMs = this.used();
    return this.limitMs !== undefined && usedMs > 0 ? { roundTime: { of: this.of, usedMs } } : {};
  }

  /** Goes on, or begins with another round. `again`: begins anew when the time is up. */
  run(of: string, { limitMs, again }: { limitMs: number | undefined; again: boolean }, onOver: () => void): void {
    const isUp = this.isOver || this.used() >= (limitMs ?? Infinity);
    if (this.of !== of || (isUp && again)) {
      this.stop();
      this.usedMs = 0;
    }
    this.of = of;
    this.since ??= Date.now();
    this.setLimit(limitMs, onOver);
  }

  stop(): void {
    this.usedMs = this.used();
    this.since = null;
    this.isOver = false;
    this.graceEndMs = null;
    this.disarm();
  }

  /** Takes effect at once while it runs. */
  setLimit(limitMs: number | undefined, onOver: () => void): void {
    if (this.since === null || this.isOver || (this.timer && limitMs === this.limitMs)) return;
    this.limitMs = limitMs;
    this.rearm(onOver);
  }

  /** A quorum has spoken: the others have so long, and no longer than the limit. */
  grant(graceMs: number, onOver: () => void): void {
    if (this.since === null || this.isOver || this.graceEndMs !== null) return;
    this.graceEndMs = this.used() + graceMs;
    this.rearm(onOver);
  }

  /** The others' time after a quorum is what is over, or is over first. */
  get isGraced(): boolean {
    return this.graceEndMs !== null && this.graceEndMs <= (this.limitMs ?? Infinity);
  }

  private rearm(onOver: () => void): void {
    this.disarm();
    const endMs = Math.min(this.limitMs ?? Infinity, this.graceEndMs ?? Infinity);
    if (endMs < Infinity) void this.arm(Math.max(1, endMs - this.used()), onOver);
  }

  private used(): number {
    return this.usedMs + (this.since === null ? 0 : Date.now() - this.since);
  }

  private disarm(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  private async arm(ms: number, onOver: () => void): Promise<void> {
    const timer = new CancellationScope();
    this.timer = timer;
    try {
      await timer.run(() => sleep(ms, { summary: "the round's time" }));
    } catch (error) {
      if (!isCancellation(error)) throw error;
      return;
    }
    this.timer = null;
    this.isOver = true;
    onOver();
  }
}

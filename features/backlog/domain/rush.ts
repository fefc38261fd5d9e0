/**
 * Whether commands are accepted faster than they are carried out. While they are, accepting goes first: an owner who waits
 * for an answer waits at an open connection, and one who has a place does not.
 */

/** Milliseconds over which commands are counted. */
const WINDOW_MS = 3_000;
/** What is carried out in that time where debates are short. */
const MANY = 60;
/** However many come, those that are in line wait no longer for them. */
const LONGEST_MS = 180_000;

export class Rush {
  private came = 0;
  private windowAt = Number.NEGATIVE_INFINITY;
  private beganAt: number | null = null;

  /** So many more were accepted. `now`: milliseconds. */
  note(commands: number, now: number): void {
    const since = now - this.windowAt;
    if (since >= WINDOW_MS) {
      if (this.came < MANY || since >= 2 * WINDOW_MS) this.beganAt = null;
      this.windowAt = now;
      this.came = 0;
    }
    this.came += commands;
    if (this.came >= MANY) this.beganAt ??= now;
  }

  isOn(now: number): boolean {
    return this.beganAt !== null && now - this.beganAt < LONGEST_MS && now - this.windowAt < 2 * WINDOW_MS;
  }
}

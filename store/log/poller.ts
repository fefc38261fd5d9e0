/** Looks again and again, until told otherwise. */
export type Poller = ReturnType<typeof startPoller>;

/** All pollers of a process look at the same moments, so that their looks share requests. Milliseconds. */
const BEAT = 25;

interface Polling {
  /** False ends the polling; it must not throw. */
  look: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds until the next look. */
  wait: () => number;
}

export function startPoller({ look, wait }: Polling) {
  const control = new AbortController();
  let wakeUp = () => {};
  let postponed = false;

  async function nap(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, untilBeat(ms));
    wakeUp = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function rest(): Promise<void> {
    do {
      postponed = false;
      await nap(wait());
    } while (postponed && !control.signal.aborted);
  }

  async function run(): Promise<void> {
    while (!control.signal.aborted) {
      await rest();
      if (control.signal.aborted || !(await look(control.signal))) return;
    }
  }

  void run();
  return {
    /** Looks at once instead of at the next turn. */
    wake(): void {
      postponed = false;
      wakeUp();
    },
    /** The news is known already, so the next poll can wait. */
    postpone(): void {
      postponed = true;
    },
    stop(): void {
      control.abort();
      wakeUp();
    },
  };
}

/** The least time from now that is at least `ms` and ends on a beat. */
function untilBeat(ms: number): number {
  const now = performance.now();
  return Math.ceil((now + ms) / BEAT) * BEAT - now;
}

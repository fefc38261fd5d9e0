/** Looks again and again, until told otherwise. */
export type Poller = ReturnType<typeof startPoller>;

/** All pollers of a process look at the same moments, so that their looks share requests. Milliseconds. */
const BEAT = 25;

interface Polling {
  /** False ends the polling; it must not throw. */
  look: (signal: AbortSignal) => Promise<boolean>;
  /** Milliseconds from one look to the next. */
  wait: () => number;
}

/** A slow store is looked at less often: pause to look. */
const PAUSE = 1 / 2;

export function startPoller({ look, wait }: Polling) {
  const control = new AbortController();
  let wakeUp = () => {};
  let postponed = false;

  async function nap(until: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, untilBeat(until));
    wakeUp = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function rest(until: number): Promise<void> {
    let end = until;
    do {
      postponed = false;
      await nap(end);
      end = performance.now() + wait();
    } while (postponed && !control.signal.aborted);
  }

  async function run(): Promise<void> {
    let until = performance.now() + wait();
    while (!control.signal.aborted) {
      await rest(until);
      const began = performance.now();
      if (control.signal.aborted || !(await look(control.signal))) return;
      const ended = performance.now();
      // The wait counts from the beat of the look, so that looks at a store that answers come at each beat.
      until = Math.max(beatOf(began) + wait(), ended + (ended - began) * PAUSE);
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

function beatOf(at: number): number {
  return Math.floor(at / BEAT) * BEAT;
}

/** Milliseconds until the first beat that is not before `at`. */
function untilBeat(at: number): number {
  const now = performance.now();
  return Math.ceil(Math.max(now, at) / BEAT) * BEAT - now;
}

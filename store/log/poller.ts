/** Looks again and again, often while there is something new and seldom while there is not. */
export type Poller = ReturnType<typeof startPoller>;

/** Milliseconds: the waits between two looks, and how long after something new the shortest one holds. */
const POLL = { shortest: 50, longest: 1000, lively: 2000 } as const;

/** `look` says whether it saw something new; it must not throw. Its `null` ends the polling. */
export function startPoller(look: (signal: AbortSignal) => Promise<boolean | null>) {
  const control = new AbortController();
  let wakeUp = () => {};
  let postponed = false;

  async function nap(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    wakeUp = resolve;
    await promise;
    clearTimeout(timer);
  }

  async function rest(ms: number): Promise<void> {
    await nap(ms);
    while (postponed && !control.signal.aborted) {
      postponed = false;
      await nap(POLL.longest);
    }
  }

  async function run(): Promise<void> {
    let wait: number = POLL.shortest;
    let newsAt = Number.NEGATIVE_INFINITY;
    while (!control.signal.aborted) {
      await rest(wait);
      if (control.signal.aborted) return;
      const news = await look(control.signal);
      if (news === null) return;
      if (news) newsAt = Date.now();
      wait = Date.now() - newsAt < POLL.lively ? POLL.shortest : Math.min(POLL.longest, wait * 2);
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

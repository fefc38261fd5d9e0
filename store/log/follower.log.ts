/** Who follows a log, asleep until there may be something new. Asking a signal that follows others is slow, with a thousand. */
export type Follower = ReturnType<typeof createFollower>;

export function createFollower() {
  const leaving = new AbortController();
  let left = false;
  let wake = () => {};
  return {
    signal: leaving.signal,
    hasLeft: () => left,
    wake: () => wake(),
    news(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      return promise;
    },
    leave(): void {
      left = true;
      leaving.abort();
      wake();
    },
  };
}

/** What observes work, and never fails it: instruments, spans and log lines. */

/** The same function, which never throws. What it could not write is missing. */
export function quietly<I extends unknown[]>(act: (...input: I) => unknown): (...input: I) => void {
  return (...input) => {
    try {
      act(...input);
    } catch {
      // Whoever observes has no other place to say so.
    }
  };
}

const VERBS = ["inc", "dec", "observe"] as const;

/** An instrument that leaves out what it cannot count, such as a number that is none. */
export function quiet<T extends object>(instrument: T): T {
  for (const verb of VERBS) {
    const act: unknown = Reflect.get(instrument, verb);
    if (typeof act === "function") Object.assign(instrument, { [verb]: quietly(act.bind(instrument)) });
  }
  return instrument;
}

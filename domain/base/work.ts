/**
 * Work that may have to wait: a generator that yields what it waits for and goes on with what came of it. The same rules
 * run durably in a workflow, and at once in an estimate or a test.
 */

type Need = { value: unknown } | { all: Work<unknown>[] };
export type Work<T> = Generator<Need, T, unknown>;

/**
 * The value, once it is there.
 *
 * @example
 * atOnce(wait(3)) // → 3
 */
export function* wait<T>(value: T | Promise<T>): Work<T> {
  return (yield { value }) as T;
}

/** The results of works that run at the same time, in their order. */
export function* all<T>(works: Work<T>[]): Work<T[]> {
  return (yield { all: works }) as T[];
}

/** Runs work to its end, and waits for what it waits for. */
export async function whenDone<T>(work: Work<T>): Promise<T> {
  let step = work.next();
  while (!step.done) {
    const need = step.value;
    step = work.next("all" in need ? await Promise.all(need.all.map(whenDone)) : await need.value);
  }
  return step.value;
}

/** Runs work to its end at once. Throws when it would have to wait. */
export function atOnce<T>(work: Work<T>): T {
  let step = work.next();
  while (!step.done) {
    const need = step.value;
    if ("value" in need && need.value instanceof Promise) throw new Error("this work has to wait for a promise");
    step = work.next("all" in need ? need.all.map(atOnce) : need.value);
  }
  return step.value;
}

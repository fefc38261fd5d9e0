/**
 * Local activities of a run go one after the other. On replay Temporal settles them in the order in which they began,
 * whatever ended first when they really ran; with two under way at once, what follows could come out differently, and
 * the debate would stand still for good.
 */

/** The end of the last one; module state is each workflow's own. */
let last: Promise<unknown> = Promise.resolve();

/** Calls once all that was called before has ended. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const mine = last.then(call);
  last = mine.catch(() => undefined);
  return mine;
}

/** The same functions, each waiting for its turn. */
export function eachInTurn<F extends object>(functions: F): F {
  return new Proxy(functions, {
    get(target, name) {
      const work = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => inTurn(() => work(...args));
    },
  });
}

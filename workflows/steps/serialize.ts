/**
 * Local activities of a run go one after the other. A replay resolves them in the order in which they began, even if they
 * ended in another order. With two at the same time a replay could differ from the run, and the debate would be stuck.
 */

import { workflowInfo } from "@temporalio/workflow";

/** The end of the last one, by run. */
const lasts = new Map<string, Promise<unknown>>();

/** Calls once all earlier calls have ended. */
function afterOthers<T>(call: () => Promise<T>): Promise<T> {
  const { runId } = workflowInfo();
  const mine = (lasts.get(runId) ?? Promise.resolve()).then(call);
  lasts.set(
    runId,
    mine.catch(() => undefined),
  );
  return mine;
}

/** The same functions, of which only one runs at a time. */
export function serialized<F extends object>(functions: F): F {
  return new Proxy(functions, {
    get(target, name) {
      const work = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => afterOthers(() => work(...args));
    },
  });
}

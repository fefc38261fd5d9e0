/** Requests that can be held back for a moment, so that none is half done. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** A request that takes longer may be half done: the copy is then as after a crash. */
const LONGEST_MS = 5_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface Hold {
  handle: Handle;
  /** Runs `moment` while no request is under way. New ones wait until it returns. One call at a time. */
  between<T>(moment: () => T): Promise<T>;
}

export function holding(handle: Handle): Hold {
  let underWay = 0;
  let held: PromiseWithResolvers<void> | null = null;
  let idle: () => void = () => undefined;

  function begin(request: IncomingMessage, response: ServerResponse): void {
    underWay += 1;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      underWay -= 1;
      if (underWay === 0) idle();
    };
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    // A client may leave before its write is done, so the answer counts and not the connection.
    response.end = (...args: unknown[]) => {
      over();
      return end(...args);
    };
    response.once("close", () => request.complete || over());
    handle(request, response);
  }

  return {
    handle: (request, response) => {
      if (held === null) begin(request, response);
      else void held.promise.then(() => begin(request, response));
    },
    async between(moment) {
      const waiting = Promise.withResolvers<void>();
      held = waiting;
      try {
        if (underWay > 0) {
          const { promise, resolve } = Promise.withResolvers<void>();
          idle = resolve;
          const timer = setTimeout(resolve, LONGEST_MS);
          await promise;
          clearTimeout(timer);
        }
        return moment();
      } finally {
        held = null;
        waiting.resolve();
      }
    },
  };
}

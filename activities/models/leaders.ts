/**
 * Calls that begin alike and start together: a provider's cache serves a prefix only once the first of them is being
 * answered. The others wait for that, and not for long.
 */
import type { ModelCall } from "./base/port.model.ts";

/** About 1,024 tokens, below which providers keep no prefix. */
const LEAST_CHARACTERS = 4_096;
/** A provider that takes longer to begin saves too little for what its readers wait. */
const MOST_WAIT_MS = 2_000;

export interface Leaders {
  /** Resolves when the call may start. The function that it returns tells that its answer has begun, or never will. */
  admit(call: ModelCall): Promise<() => void>;
}

/** Of one process: calls of other processes are not waited for. */
export function createLeaders(): Leaders {
  const leading = new Map<string, Promise<void>>();
  return {
    async admit(call) {
      const key = keyOf(call);
      if (key === null) return () => {};
      const leader = leading.get(key);
      if (leader) {
        await soon(leader, call.signal);
        return () => {};
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      leading.set(key, promise);
      return () => {
        leading.delete(key);
        resolve();
      };
    },
  };
}

/** All that a request holds before its last block; null where no provider would keep it. */
function keyOf({ model, system, messages, output, tools }: ModelCall): string | null {
  const blocks = messages.flatMap(({ role, content }) => content.map((text) => [role, text]));
  const shared = JSON.stringify([model.provider, model.model, output, tools, system, blocks.slice(0, -1)]);
  return shared.length < LEAST_CHARACTERS ? null : shared;
}

/** Also when the wait is over or the call is cancelled, which the call itself reports. */
async function soon(begun: Promise<void>, signal: AbortSignal): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, MOST_WAIT_MS);
  signal.addEventListener("abort", () => over.resolve(), { once: true });
  if (signal.aborted) over.resolve();
  await Promise.race([begun, over.promise]);
  clearTimeout(timer);
}

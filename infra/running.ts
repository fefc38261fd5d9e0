/** A process's signals to end. */
import { once } from "node:events";
import type { Parley } from "./parley.ts";

/** One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher. */
const SAME_SIGNAL_MS = 1_000;

export interface Interrupt {
  /** Aborts at the first signal. */
  signal: AbortSignal;
  /** That signal. */
  first: () => NodeJS.Signals | null;
  release: () => void;
}

/**
 * Handles the signals that end a process. A second one calls `again`. A process that another one started with a channel
 * ends with that one, too.
 */
export function onInterrupt(again: () => void): Interrupt {
  const told = new AbortController();
  let firstAt = 0;
  let first: NodeJS.Signals | null = null;
  const handle = (name: NodeJS.Signals) => {
    first ??= name;
    if (told.signal.aborted && Date.now() - firstAt > SAME_SIGNAL_MS) return again();
    if (firstAt === 0) firstAt = Date.now();
    told.abort();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, handle);
  const alone = () => told.abort();
  process.once("disconnect", alone);
  const release = () => {
    for (const signal of signals) process.off(signal, handle);
    process.off("disconnect", alone);
  };
  return { signal: told.signal, first: () => first, release };
}

/** Resolves when the process should end; rejects if a worker fails for good. */
export async function untilTold({ failed }: Pick<Parley, "failed">, signal: AbortSignal): Promise<void> {
  const told = signal.aborted ? Promise.resolve() : once(signal, "abort");
  await Promise.race([told, failed]);
}

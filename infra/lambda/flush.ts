/** A function may be frozen as soon as its handler has ended, for minutes or for ever: what it has to tell is told before. */
import { setTimeout as wait } from "node:timers/promises";
import type { Telemetry } from "../telemetry/index.ts";

/** Milliseconds. A collector that is away must not hold the function, which is paid for by time. */
const WITHIN_MS = 1_000;

/** Sends spans and metrics, for a second at most; what has not come through then may still at a later invocation. Never rejects. */
export async function flushed({ flush }: Pick<Telemetry, "flush">): Promise<void> {
  const late = new AbortController();
  await Promise.race([flush(), wait(WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

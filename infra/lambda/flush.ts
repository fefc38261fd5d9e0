/** Lambda may freeze a function after its handler, for any time, so telemetry is sent before. */
import { setTimeout as wait } from "node:timers/promises";
import type { Telemetry } from "../base/telemetry-settings.ts";

/** Milliseconds. An unreachable collector must not keep the function running, which costs by time. */
const WITHIN_MS = 1_000;

/** Sends spans and metrics, for a second at most; the rest may go out in a later invocation. Never rejects. */
export async function flushed({ flush }: Pick<Telemetry, "flush">): Promise<void> {
  const late = new AbortController();
  await Promise.race([flush(), wait(WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

/** Counts the log's appends, their duration, and which debates begin and end. */
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { AppendInput, KeyedEvent } from "../../store/port/log.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { Instruments } from "./instruments.metric.ts";

export function meteredStore<T extends Store>(store: T, instruments: Instruments): T {
  async function append(input: AppendInput) {
    const stop = instruments.appends.startTimer();
    try {
      const result = await store.log.append(input);
      stop({ outcome: "ok" });
      // A retried activity repeats events that are already in the log.
      const known = new Set(result.known);
      for (const { key, event } of input.events) if (!known.has(key)) await count(input.debate, event).catch(() => {});
      return result;
    } catch (error) {
      stop({ outcome: "error" });
      throw error;
    }
  }

  async function count(debate: DebateKey, event: KeyedEvent["event"]): Promise<void> {
    instruments.events.inc({ type: event.type });
    if (event.type === "debate.status") instruments.moves.inc({ status: event.data.status });
    if (event.type === "turn.completed")
      instruments.turns.observe({ phase: event.data.phase }, event.data.turn.latencyMs / 1_000);
    if (event.type === "debate.created") instruments.created.inc({ format: event.data.format });
    if (!isTerminalEvent(event.type)) return;
    const status = event.type.slice("debate.".length);
    instruments.finished.inc({ format: await formatOf(debate), status });
  }

  /** A failure here must not fail the append. */
  async function formatOf(debate: DebateKey): Promise<string> {
    const config = await store.getConfig(debate).catch(() => null);
    return config?.format ?? "unknown";
  }

  return { ...store, log: { ...store.log, append } };
}

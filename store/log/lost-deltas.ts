/**
 * Deltas at the end of a log: once they have expired, nothing shows that they were there. That happens where all workers
 * were away for long while a turn was spoken. Whoever goes on then leaves their ids out.
 */
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { LogItem } from "./item.ts";
import type { LogReader } from "./reader.log.ts";

/** Deltas are kept at least for so many seconds: longer than anything is spoken, and than clocks are usually wrong. */
export const LEAST_KEPT = 6 * 3600;
/** More than all speakers of a debate can say in an item each 100 ms until their calls time out. */
export const MOST_DELTAS = 1_000_000;

/** `last` is the end of the log. */
export async function mayHaveLostDeltas(reader: LogReader, debate: DebateKey, last: LogItem): Promise<boolean> {
  if (last.terminal || Date.now() / 1000 - last.putAt < LEAST_KEPT) return false;
  const { items } = await reader.scan({ debate, after: 0, atEnd: true });
  const speaking = new Set<string>();
  for (const item of items) {
    if (item.deltas) continue;
    for (const event of await reader.events(debate, item)) note(speaking, event);
  }
  return speaking.size > 0;
}

/** Keeps the turns that are being spoken. */
function note(speaking: Set<string>, { type, data }: LogEvent): void {
  if (type === "turn.started" || type === "turn.restarted") speaking.add(data.turnId);
  if (type === "turn.completed" || type === "turn.failed") speaking.delete(data.turnId);
}

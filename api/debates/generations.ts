/** A debate in an earlier generation, rebuilt from the log: a `reset` begins a new one. */
import { unwritten } from "../../domain/play/beginning/orphans.beginning.ts";
import { reduceLog } from "../../domain/play/state/reduce.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { readLog } from "../events/pages.event-api.ts";

/** Returns the record itself for the current generation. */
export async function recordIn(
  store: Pick<Store, "log" | "getConfig">,
  record: DebateRecord,
  generation: number,
): Promise<DebateRecord> {
  if (generation >= record.state.generation) return record;
  const key = keyOf(record);
  const [events, first] = await Promise.all([readLog(store.log, key), store.getConfig(key)]);
  const resets = events.flatMap((e, i) => (e.type === "debate.status" && e.data.by === "reset" ? [i] : []));
  const state = reduceLog(unwritten(key, first ?? record.config), events.slice(0, resets[generation - 1]));
  const { revision } = state;
  const config = await store.getConfig({ ...key, generation, ...(revision && { revision }) });
  return { ...record, config: config ?? record.config, state };
}

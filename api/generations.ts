/** A debate as it was in a generation: after a `reset` the earlier ones are read from the log. */
import { foldedOver, unwritten } from "../domain/orphans.ts";
import type { DebateRecord } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import { readLog } from "./event-pages.ts";

/** The record itself for the present generation. */
export async function recordIn(
  store: Pick<Store, "log" | "getConfig">,
  record: DebateRecord,
  generation: number,
): Promise<DebateRecord> {
  if (generation >= record.state.generation) return record;
  const key = { tenant: record.tenant, debateId: record.id };
  const [events, first] = await Promise.all([readLog(store.log, key), store.getConfig(key)]);
  const resets = events.flatMap((e, i) => (e.type === "debate.status" && e.data.by === "reset" ? [i] : []));
  const state = foldedOver(unwritten(key, first ?? record.config), events.slice(0, resets[generation - 1]));
  const { revision } = state;
  const config = await store.getConfig({ ...key, generation, ...(revision && { revision }) });
  return { ...record, config: config ?? record.config, state };
}

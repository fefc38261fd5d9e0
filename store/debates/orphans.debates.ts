/** Ends a debate whose workflow cannot: the log first, then META, computed from the whole log. */

import { ParleyError } from "../../domain/base/errors.base.ts";
import { endingOf, unwritten } from "../../domain/play/beginning/orphans.beginning.ts";
import { reduceLog } from "../../domain/play/state/reduce.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";
import type { Table } from "../table/table.ts";
import { closedItem } from "./debates.ts";
import type { OpenDebateItems } from "./open-debates.ts";

const PAGE = 500;
/** Of META against an activity that had begun before the workflow was closed. */
const TRIES = 10;

type Parts = Pick<Store, "log" | "quotas" | "getDebate" | "getConfig"> & {
  open: OpenDebateItems;
};

/** Safe to run at the same time in several processes: events have keys, and META is closed once. */
export function createOrphanEnder(
  table: Table,
  { log, quotas, getDebate, getConfig, open }: Parts,
): Store["endOrphan"] {
  async function folded(key: DebateKey, first: DebateState): Promise<DebateState> {
    let state = first;
    for (let after = 0; ; ) {
      const { events } = await log.read({ debate: key, after, limit: PAGE });
      state = reduceLog(state, events);
      after = events.at(-1)?.id ?? after;
      if (events.length < PAGE) return state;
    }
  }

  async function close(key: DebateKey, state: DebateState): Promise<void> {
    for (let left = TRIES; left > 0; left--) {
      const record = await getDebate(key);
      if (!record) return;
      if (await table.updateOlder(closedItem(key, { version: record.version + 1, state }))) break;
      if ((await getDebate(key))?.state.status === state.status) break;
      if (left === 1) throw new ParleyError("unavailable", "the debate's META is written by others all the time");
    }
    await quotas.settle(key, state);
    await open.forget(key);
  }

  return async ({ tenant, debateId }, ending) => {
    const key = { tenant, debateId };
    const config = await getConfig(key);
    if (!config) return;
    const first = unwritten(key, config);
    const events = endingOf(await folded(key, first), ending);
    // Nothing is put behind a log that has its end.
    const keyed = events.map((event) => ({ key: `orphan/${event.type}`, event }));
    await log.append({ debate: key, since: 0, events: keyed });
    await close(key, await folded(key, first));
  };
}

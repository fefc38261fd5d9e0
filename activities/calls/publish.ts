import { setTimeout as sleep } from "node:timers/promises";
import { DECISIONS } from "../../domain/play/records/kinds.record.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import { asPublished, type Standing } from "../../domain/shapes/state/as-published.ts";
import type { DebateState, InterjectionRef } from "../../domain/shapes/state/state.ts";
import { type Times, timesApart } from "../../domain/shapes/state/timestamps.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { AppendResult, KeyedEvent } from "../../store/port/log.port.ts";
import type { Store } from "../../store/port/store.ts";
import { callNext } from "../quotas/call-next.ts";

/** What the workflow wants in the log and in META; it rides in whatever activity comes next. */
export interface Publication {
  debate: DebateKey;
  /** A log id below any of these keys. */
  since: number;
  events: KeyedEvent[];
  version: number;
  state: DebateState;
}

/** Writes a publication, with an activity's own first events behind it in the same item. */
export async function write(store: Store, publication: Publication, own: KeyedEvent[] = []): Promise<AppendResult> {
  const { debate, since, version, state } = publication;
  const events = [...publication.events, ...own];
  const append = () => store.log.append({ debate, since, events });
  const put = () => store.putState({ ...debate, version, state });
  // A debate that is over has a whole log, also when a worker dies between the two.
  const first = isTerminal(state.status) ? await append() : null;
  const [appended] = await Promise.all([first ?? append(), put()]);
  if (isTerminal(state.status)) await callNext(store, debate.tenant);
  await keepDecisions(store, publication);
  return appended;
}

/** A decision has an item of its own beside the log. */
async function keepDecisions(store: Store, { debate, events, state }: Publication): Promise<void> {
  for (const { event } of events)
    if (event.type === "decision.requested" || event.type === "decision.made")
      await store.records.put(debate, DECISIONS, event.data.decision, { generation: state.generation });
}

/** Brings the log and META up to date on its own; `thenRestMs` makes a short rest part of the same history event. */
export const publish =
  ({ store }: { store: Store }) =>
  async (publication: Publication & { thenRestMs?: number }): Promise<Published> => {
    const { head, known } = await write(store, publication);
    const found = known.length > 0 ? await reconcile(store, publication, known) : null;
    if (publication.thenRestMs) await sleep(publication.thenRestMs);
    return { ...found, head: Math.max(head, found?.head ?? 0) };
  };

/** META has what is standing already, under the next version. */
export interface Published extends Standing {
  head: number;
}

/**
 * Some events are in the log already: a worker published them and died before its workflow task ended. The next worker
 * repeats the task, at another time and perhaps after another command. The log's times and its remarks count. Another
 * event whose key is taken is written under a new key.
 */
async function reconcile(store: Store, publication: Publication, known: string[]): Promise<Published> {
  const { debate, since, version, state } = publication;
  const standing = await store.log.standing({ debate, since, keys: known });
  const lost: KeyedEvent[] = [];
  const remarks: InterjectionRef[] = [];
  let times: Times = {};
  for (const { key, event } of publication.events) {
    const there = standing.find((each) => each.key === key)?.event;
    if (!there) continue;
    if (there.type === "interjection.added") {
      remarks.push(there.data.interjection);
      continue;
    }
    const apart = timesApart(event, { type: there.type, at: there.at, data: there.data });
    if (apart !== null) times = { ...apart, ...times };
    else lost.push({ key: `${key}/again`, event });
  }
  const head = lost.length > 0 ? (await store.log.append({ debate, since, events: lost })).head : 0;
  const found = { ...(Object.keys(times).length > 0 && { times }), ...(remarks.length > 0 && { remarks }) };
  if (Object.keys(found).length > 0)
    await store.putState({ ...debate, version: version + 1, state: asPublished(state, found) });
  return { head, ...found };
}

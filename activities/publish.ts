import { setTimeout as sleep } from "node:timers/promises";
import type { DebateState } from "../domain/plan.ts";
import type { AppendResult, DebateKey, KeyedEvent, Store } from "../store/port.ts";

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
  const [appended] = await Promise.all([
    store.log.append({ debate, since, events }),
    store.putState({ ...debate, version, state }),
  ]);
  await keepDecisions(store, publication);
  return appended;
}

/** A decision has an item of its own beside the log. */
async function keepDecisions(store: Store, { debate, events, state }: Publication): Promise<void> {
  for (const { event } of events)
    if (event.type === "decision.requested" || event.type === "decision.made")
      await store.putDecision(debate, state.generation, event.data.decision);
}

/** Brings the log and META up to date on its own; `thenRestMs` makes a short rest part of the same history event. */
export const publish =
  ({ store }: { store: Store }) =>
  async (publication: Publication & { thenRestMs?: number }): Promise<{ head: number }> => {
    const { head } = await write(store, publication);
    if (publication.thenRestMs) await sleep(publication.thenRestMs);
    return { head };
  };

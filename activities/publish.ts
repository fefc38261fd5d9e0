import type { DebateState } from "../domain/plan.ts";
import type { DebateKey, KeyedEvent, Store } from "../store/port.ts";

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
export async function write(store: Store, publication: Publication, own: KeyedEvent[] = []): Promise<{ head: number }> {
  const { debate, since, version, state } = publication;
  const events = [...publication.events, ...own];
  const [{ head }] = await Promise.all([
    events.length > 0 ? store.log.append({ debate, since, events }) : { head: since },
    store.putState({ ...debate, version, state }),
  ]);
  return { head };
}

/** Brings the log and META up to date on its own. */
export const publish =
  ({ store }: { store: Store }) =>
  (publication: Publication): Promise<{ head: number }> =>
    write(store, publication);

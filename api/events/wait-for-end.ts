/** The log has the end before META does. A reader that sees the end must find the debate ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminal, type Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";

/** Milliseconds between two reads: META usually follows within a few. */
const PAUSE = { first: 4, longest: 32 };
/** If a worker dies between the two writes, another replaces it only seconds later. */
const MOST_MS = 1_000;

const shared = new WeakMap<object, Map<string, Promise<boolean>>>();

/** As `waitForEnd`, by one row of reads for all who wait for the same debate: its readers come to its end together. */
export function waitForSharedEnd(store: Pick<Store, "getDebate">, debate: DebateKey): Promise<boolean> {
  const waits = shared.get(store) ?? new Map<string, Promise<boolean>>();
  shared.set(store, waits);
  const key = `${debate.tenant} ${debate.debateId}`;
  const wait = waits.get(key) ?? waitForEnd(store, debate).finally(() => waits.delete(key));
  waits.set(key, wait);
  return wait;
}

/** Resolves when the stored debate is over, or has this status; false after a second. */
export async function waitForEnd(
  store: Pick<Store, "getDebate">,
  debate: DebateKey,
  orStatus?: Status,
): Promise<boolean> {
  return (await readAtEnd(store, debate, orStatus)) !== null;
}

/** The same with what was read; null after a second. */
export async function readAtEnd(
  store: Pick<Store, "getDebate">,
  debate: DebateKey,
  orStatus?: Status,
): Promise<{ record: DebateRecord | null } | null> {
  for (let waited = 0, pause = PAUSE.first; waited < MOST_MS; pause = Math.min(PAUSE.longest, pause * 2)) {
    const record = await store.getDebate(debate);
    if (!record || isTerminal(record.state.status) || record.state.status === orStatus) return { record };
    await sleep(pause);
    waited += pause;
  }
  return null;
}

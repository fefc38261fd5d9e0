/** Rejudgements: META lists them with their status, so that a debate without any costs no further read. */

import type { StoredRejudgement } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import type { DebateKey } from "../port/debates.port.ts";
import type { Store } from "../port/store.ts";

type Parts = Pick<Store, "records" | "markDebate">;

/** False when there is one with this id. */
export async function addRejudgement(store: Parts, debate: DebateKey, stored: StoredRejudgement): Promise<boolean> {
  const kept = await store.records.put(debate, REJUDGEMENTS, stored, stored.rejudgement);
  if (kept !== stored) return false;
  await mark(store, debate, stored);
  return true;
}

/** Replaces it by its outcome. A debate erased in the meantime does not reappear. */
export async function replaceRejudgement(store: Parts, debate: DebateKey, stored: StoredRejudgement): Promise<void> {
  if (await store.records.replace(debate, REJUDGEMENTS, stored, stored.rejudgement)) await mark(store, debate, stored);
}

/** Takes back one whose workflow never started. */
export async function dropRejudgement(store: Parts, debate: DebateKey, id: string): Promise<void> {
  await store.markDebate(debate, { set: "rejudged", remove: `${id}:running` });
  await store.records.remove(debate, REJUDGEMENTS, { id });
}

function mark(store: Parts, debate: DebateKey, { rejudgement: { id, status } }: StoredRejudgement): Promise<void> {
  return store.markDebate(debate, { set: "rejudged", add: `${id}:${status}` });
}

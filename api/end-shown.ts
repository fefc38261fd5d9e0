/** The log is written before the debate it tells of: whoever hears of the end is to find the debate ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminal } from "../domain/lifecycle.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";

const LOOK_MS = 20;
/** A worker that died between the two is replaced some seconds later; nobody waits for that. */
const MOST_MS = 1_000;

/** Settles when the stored debate is over, after a second at the latest. */
export async function endShown(store: Pick<Store, "getDebate">, debate: DebateKey): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += LOOK_MS) {
    const record = await store.getDebate(debate);
    if (!record || isTerminal(record.state.status)) return;
    await sleep(LOOK_MS);
  }
}

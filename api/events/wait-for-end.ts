/** The log has the end before META does. A reader that sees the end must find the debate ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { isTerminal } from "../../domain/lifecycle.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { Store } from "../../store/port.ts";

const POLL_MS = 20;
/** If a worker dies between the two writes, another replaces it only seconds later. */
const MOST_MS = 1_000;

/** Resolves when the stored debate is over, or after a second. */
export async function waitForEnd(store: Pick<Store, "getDebate">, debate: DebateKey): Promise<void> {
  for (let waited = 0; waited < MOST_MS; waited += POLL_MS) {
    const record = await store.getDebate(debate);
    if (!record || isTerminal(record.state.status)) return;
    await sleep(POLL_MS);
  }
}

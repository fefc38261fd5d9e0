/** Whether anything was lost, or bought twice, of debates that waited. */
import { isDeepStrictEqual } from "node:util";
import type { FlatEvent } from "../../support/world.ts";
import { KINDS, kindAt } from "./kinds.ts";
import type { Notes } from "./models.ts";
import { atOnce } from "./owners.ts";

const READERS = 20;

/** What is wrong, by debate. */
export async function faultsOf(url: string, ids: string[], notes: Notes): Promise<string[]> {
  const faults: string[] = [];
  await atOnce([...ids.entries()], READERS, async ([n, id]) => {
    const { calls, answered } = notes.of(n);
    const kind = kindAt(n);
    const say = (fault: string) => void faults.push(`${id} (${kind}): ${fault}`);
    if (!isDeepStrictEqual(calls, KINDS[kind].calls)) say(`calls ${JSON.stringify(calls)}`);
    if (answered !== (kind === "answers" ? calls["turn"] : 0)) say(`${answered} prompts have the answer`);
    const log = await logOf(url, id);
    const recorded = log.filter(KINDS[kind].records).length;
    if (recorded !== 1) say(`its owner's word is recorded ${recorded} times`);
    if (log.at(-1)?.type !== "debate.completed") say(`it ended with ${log.at(-1)?.type}`);
  });
  return faults;
}

async function logOf(url: string, id: string): Promise<FlatEvent[]> {
  const headers = { accept: "application/json" };
  const response = await fetch(`${url}/v1/debates/${id}/events?deltas=false&limit=1000`, { headers });
  if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { items: FlatEvent[] }).items;
}

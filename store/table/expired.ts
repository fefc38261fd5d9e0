/**
 * Items whose time to live is over, on engines that remove nothing by themselves, such as the embedded one. Where the
 * table's time to live is on, the engine does this and nothing is ever due here.
 */
import { DescribeTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import type { Upkeep } from "../port/upkeep.ts";
import { inTurn } from "./in-turn.ts";
import type { ItemKey } from "./keys.table.ts";
import type { Table } from "./table.ts";

const PASS: ItemKey = { PK: "SWEEP", SK: "EXPIRED" };
const PASS_EVERY_MS = 3_600_000;
const AT_ONCE = 25;

export function createExpiredItems(table: Table): Upkeep["removeExpired"] {
  return async ({ after, limit, at }) => {
    if (after === null && !(await isDue(table, at))) return { removed: 0, next: null };
    const seconds = Math.floor(at / 1000);
    const { keys, last } = await table.scanExpired({ seconds, limit, after });
    let removed = 0;
    const remove = async (key: ItemKey) => {
      if (await table.removeExpired(key, seconds)) removed++;
    };
    await inTurn(keys, remove, AT_ONCE);
    return { removed, next: last };
  };
}

async function isDue(table: Table, at: number): Promise<boolean> {
  if (!(await keepsEverything(table))) return false;
  const last = await table.get(PASS);
  if (last === null) return table.putIfAbsent({ ...PASS, at });
  const before = last.at as number;
  if (Math.abs(at - before) < PASS_EVERY_MS) return false;
  return table.putWhere({ ...PASS, at }, { at: before });
}

/** True when the engine says that the table's time to live is off. One that does not say is left alone. */
async function keepsEverything({ client, name }: Table): Promise<boolean> {
  try {
    const { TimeToLiveDescription: found } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
    return found?.TimeToLiveStatus === "DISABLED";
  } catch {
    return false;
  }
}

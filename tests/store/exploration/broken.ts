/** Logs that are wrong on purpose: the exploration has to find them out. */
import { isTerminalEvent } from "../../../domain/play/events/events.ts";
import { eventsOf, logItem, putLogItem } from "../../../store/log/item.ts";
import { createLog } from "../../../store/log/log.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import type { AppendInput, AppendResult, EventLog } from "../../../store/port/log.port.ts";
import { createRecords } from "../../../store/records/records.ts";
import { createCache } from "../../../store/table/cache.ts";
import { debateKey, eventKey } from "../../../store/table/keys.table.ts";
import type { Table } from "../../../store/table/table.ts";

/** There are no turns here. */
const records = createRecords({ get: async () => null } as unknown as Table, createCache(1));

/** The real one. */
export function openLog(table: Table): EventLog {
  return createLog({ table, records, appenders: 10, deltasKept: 86_400 }).log;
}

/** Appends above the head without a look whether a key stands below it. */
export function openForgetfulLog(table: Table): EventLog {
  async function append(input: AppendInput): Promise<AppendResult> {
    const { events: before } = await readAll(table, input.debate);
    if (isTerminalEvent(before.at(-1)?.type ?? "")) return { head: before.length, known: [] };
    const events = input.events.map((one) => ({ ...one, json: JSON.stringify(one.event) }));
    const putAt = Math.floor(Date.now() / 1000);
    const written = await putLogItem(table, { pk: debateKey(input.debate), first: before.length + 1, events, putAt });
    return written ? { head: before.length + events.length, known: [] } : append(input);
  }
  return { ...openLog(table), append };
}

/** Hands on what it finds, whether something is missing below it or not. */
export function openHastyLog(table: Table): EventLog {
  return {
    ...openLog(table),
    async read({ debate, after, limit }) {
      const { events: all } = await readAll(table, debate);
      const events = all.filter((event) => event.id > after).slice(0, limit);
      return { events, terminal: isTerminalEvent((events.at(-1) ?? all.at(-1))?.type ?? "") };
    },
  };
}

/** All that a single pass over the log finds. */
async function readAll(table: Table, debate: DebateKey) {
  const items = [];
  for (let from: string | null = eventKey(1); from; ) {
    const page: Awaited<ReturnType<Table["query"]>> = await table.query({
      KeyConditionExpression: "PK = :pk AND SK BETWEEN :from AND :to",
      ExpressionAttributeValues: { ":pk": debateKey(debate), ":from": from, ":to": "EVENT#:" },
      ConsistentRead: true,
    });
    items.push(...page.items.map(logItem));
    from = page.last && eventKey((items.at(-1)?.last ?? 0) + 1);
  }
  const events = await Promise.all(items.map((item) => eventsOf({ table, item, turnOf: async () => null })));
  return { events: events.flat() };
}

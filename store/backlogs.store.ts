/** Backlogs of tenants: one item each, of counts. */
import type { Backlog, BacklogStore } from "./port/backlogs.port.ts";
import { backlogKey } from "./table/keys.table.ts";
import type { Table } from "./table/table.ts";

export function createBacklogs(table: Table): BacklogStore {
  const change = async (tenant: string, expression: string, values: Record<string, number>) =>
    backlogOf(await table.recount(backlogKey(tenant), expression, values));
  return {
    read: async (tenant) => backlogOf(await table.get(backlogKey(tenant))),
    accept: (tenant, commands) => change(tenant, "ADD #accepted :commands", { commands }),
    async carryOut(tenant, { commands, eachMs, isEmpty }) {
      if (isEmpty) await change(tenant, "SET #done = #accepted, #eachMs = :eachMs", { eachMs });
      else await change(tenant, "SET #eachMs = :eachMs ADD #done :commands", { commands, eachMs });
    },
  };
}

function backlogOf(item: Record<string, unknown> | null): Backlog {
  const { accepted = 0, done = 0, eachMs } = (item ?? {}) as Partial<Backlog>;
  return { accepted, done, ...(eachMs !== undefined && { eachMs }) };
}

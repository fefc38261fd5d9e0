/** Ledgers of tenants: one item each, replaced by conditional writes. Changes of one process queue up before that. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { chargedOf } from "../domain/budget/ledger.ts";
import { ParleyError } from "../domain/errors.ts";
import { release, settle } from "../domain/quotas/admission.ts";
import type { Ledger } from "../domain/quotas/ledger.ts";
import type { QuotaStore } from "./port/quotas.ts";
import type { Store } from "./port.ts";
import { type Item, quotaKey } from "./table/keys.ts";
import type { Table } from "./table/table.ts";

/** Lost races against other processes. */
const TRIES = 100;
/** Milliseconds; doubles, up to the longest. */
const PAUSE = { first: 5, longest: 100 };

interface LedgerItem extends Item {
  ledger: string;
  /** Of the last writer. */
  token: string;
}

export function createQuotas(table: Table, { getDebate }: Pick<Store, "getDebate">): QuotaStore {
  const underWay = new Map<string, Promise<unknown>>();

  async function read(tenant: string): Promise<Ledger | null> {
    const item = (await table.get(quotaKey(tenant))) as LedgerItem | null;
    return item && (JSON.parse(item.ledger) as Ledger);
  }

  async function replace<T>(tenant: string, change: Parameters<typeof quotas.change<T>>[1]): Promise<T> {
    const at = quotaKey(tenant);
    for (let tries = 1, pause = PAUSE.first; tries <= TRIES; tries++, pause = Math.min(PAUSE.longest, pause * 2)) {
      const found = (await table.get(at)) as LedgerItem | null;
      const { ledger, answer } = change(found && (JSON.parse(found.ledger) as Ledger));
      const json = JSON.stringify(ledger);
      if (ledger === null || json === found?.ledger) return answer;
      const item = { ...at, ledger: json, token: randomUUID() };
      const isPut = found ? await table.putWhere(item, { token: found.token }) : await table.putIfAbsent(item);
      // A put that was repeated because its answer was lost has lost to itself.
      if (isPut || (await table.get(at))?.token === item.token) return answer;
      await sleep(Math.random() * pause);
    }
    throw new ParleyError("unavailable", "the tenant's limits are changed by others all the time; try again");
  }

  const quotas: QuotaStore = {
    read,
    async change<T>(tenant: string, change: Parameters<typeof quotas.change<T>>[1]): Promise<T> {
      const before = underWay.get(tenant);
      const mine = (async () => {
        await before?.catch(() => {});
        return replace(tenant, change);
      })();
      underWay.set(tenant, mine);
      try {
        return await mine;
      } finally {
        if (underWay.get(tenant) === mine) underWay.delete(tenant);
      }
    },
    async settle({ tenant, debateId }, state) {
      const ledger = await read(tenant);
      const twin = ledger?.live[debateId]?.twin;
      if (!ledger || !isIn(ledger, debateId)) return;
      const orphan = twin !== undefined && !(await getDebate({ tenant, debateId: twin })) ? twin : null;
      const now = new Date();
      const charged = state ? chargedOf(state).costMicroUsd : 0;
      const hasBegun = state !== null && (charged > 0 || state.startedAt !== null);
      const over = (before: Ledger) =>
        hasBegun ? settle(before, { id: debateId, charged }, now) : release(before, debateId, now);
      await quotas.change(tenant, (before) => {
        const after = before && over(before);
        return { ledger: after && orphan !== null ? release(after, orphan, now) : after, answer: null };
      });
    },
  };
  return quotas;
}

function isIn({ live, queue }: Ledger, id: string): boolean {
  return live[id] !== undefined || queue.some((waiting) => waiting.id === id);
}

/**
 * Ledgers of tenants: one item each, replaced by conditional writes. Changes that come while a process writes are made
 * together by its next write.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { release, settle } from "../domain/around/quotas/admission.quota.ts";
import type { Ledger } from "../domain/around/quotas/ledger.quota.ts";
import { batches } from "../domain/base/batches.ts";
import { ParleyError } from "../domain/base/errors.base.ts";
import { chargedOf } from "../domain/play/budget/ledger.budget.ts";
import type { QuotaStore } from "./port/quotas.port.ts";
import type { Store } from "./port/store.ts";
import { type Item, quotaKey } from "./table/keys.table.ts";
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

type Change = (ledger: Ledger | null) => { ledger: Ledger | null; answer: unknown };

/** Milliseconds for which a `recent` ledger comes from memory. */
const RECENT_MS = 1_000;
/** Tenants. */
const MOST_RECENT = 10_000;

export function createQuotas(table: Table, { getDebate }: Pick<Store, "getDebate">): QuotaStore {
  const known = new LRUCache<string, { ledger: Ledger | null }>({ max: MOST_RECENT, ttl: RECENT_MS });

  async function find(tenant: string): Promise<{ token: string | null; ledger: Ledger | null }> {
    const item = (await table.get(quotaKey(tenant))) as LedgerItem | null;
    const ledger = item && (JSON.parse(item.ledger) as Ledger);
    known.set(tenant, { ledger });
    return { token: item?.token ?? null, ledger };
  }

  async function replace(tenant: string, changes: Change[]): Promise<unknown[]> {
    const at = quotaKey(tenant);
    for (let tries = 1, pause = PAUSE.first; tries <= TRIES; tries++, pause = Math.min(PAUSE.longest, pause * 2)) {
      const { token, ledger: before } = await find(tenant);
      const { ledger, answers } = inTurn(before, changes);
      const json = JSON.stringify(ledger);
      if (ledger === null || json === JSON.stringify(before)) return answers;
      const item = { ...at, ledger: json, token: randomUUID() };
      const isPut = token === null ? await table.putIfAbsent(item) : await table.putWhere(item, { token });
      // A put that was repeated because its answer was lost has lost to itself.
      if (isPut || (await table.get(at))?.token === item.token) {
        known.set(tenant, { ledger });
        return answers;
      }
      await sleep(Math.random() * pause);
    }
    throw new ParleyError("unavailable", "the tenant's limits are changed by others all the time; try again");
  }

  const together = batches(replace);

  const quotas: QuotaStore = {
    async read(tenant, how) {
      const { ledger } = (how === "recent" && known.get(tenant)) || (await find(tenant));
      return ledger;
    },
    change<T>(tenant: string, change: Parameters<typeof quotas.change<T>>[1]): Promise<T> {
      return together(tenant, change) as Promise<T>;
    },
    async settle({ tenant, debateId }, state) {
      const ledger = await quotas.read(tenant);
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

/** Each change finds what those before it have made. */
function inTurn(before: Ledger | null, changes: Change[]): { ledger: Ledger | null; answers: unknown[] } {
  let ledger = before;
  const answers = changes.map((change) => {
    const made = change(ledger);
    ledger = made.ledger ?? ledger;
    return made.answer;
  });
  return { ledger, answers };
}

function isIn({ live, queue }: Ledger, id: string): boolean {
  return live[id] !== undefined || queue.some((waiting) => waiting.id === id);
}

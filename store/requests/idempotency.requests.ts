/**
 * Responses to requests with an Idempotency-Key: one record per tenant and key. The holder of its lease works on the request;
 * every change is conditional on the holder's token, so a process that lost the lease changes nothing.
 */
import { randomUUID } from "node:crypto";
import type { DebateKey } from "../port/debates.port.ts";
import type { Claim, ClaimInput, IdempotencyStore, KeptAnswer, Lease, LeaseChange } from "../port/idempotency.port.ts";
import { readBody, writeBody } from "../table/bodies.ts";
import {
  addressKey,
  debateKey,
  type Item,
  type ItemKey,
  idempotencyKey,
  POINTER,
  pointerKey,
} from "../table/keys.table.ts";
import { itemsUnder } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

/** A response is kept for 24 hours. Milliseconds. */
const KEPT_MS = 24 * 3_600_000;
/** Lost races before a key counts as busy. */
const TRIES = 5;

type RecordItem = Item & {
  fingerprint: string;
  token: string;
  leaseUntil: number;
  /** Seconds, for the table's TTL; late or missing sweeps do no harm. */
  expiresAt: number;
  debateId?: string;
  isAnswered?: boolean;
  /** What it points at was deleted. */
  isGone?: boolean;
};

export function createIdempotency(table: Table) {
  async function claim(input: ClaimInput): Promise<Claim> {
    const fresh = newRecord(input);
    if (await table.putIfAbsent(fresh)) return leased(input, fresh);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const found = (await table.get(fresh)) as RecordItem | null;
      const settled = found && (await judge(found, input, fresh.token));
      if (settled) return settled;
      const taken = await take(found, { input, fresh });
      if (taken) return leased(input, taken);
    }
    return { kind: "busy" };
  }

  /** null: the record is free to be taken. */
  async function judge(found: RecordItem, input: ClaimInput, token: string): Promise<Claim | null> {
    // A put that was repeated because its answer was lost has lost to itself.
    if (found.token === token) return leased(input, found);
    if (found.expiresAt * 1000 <= input.at) return null;
    if (found.fingerprint !== input.fingerprint) return { kind: "reused" };
    if (found.isGone) return { kind: "gone" };
    if (found.isAnswered) return { kind: "answered", answer: JSON.parse(await readBody(table, found)) as KeptAnswer };
    return found.leaseUntil > input.at ? { kind: "busy" } : null;
  }

  /** A lapsed record keeps its debate's id; an expired one is replaced. null: somebody else was faster. */
  async function take(found: RecordItem | null, { input, fresh }: { input: ClaimInput; fresh: RecordItem }) {
    if (!found) return (await table.putIfAbsent(fresh)) ? fresh : null;
    const { PK, SK, token: before, leaseUntil: until } = found;
    const where = { token: before, leaseUntil: until };
    if (found.expiresAt * 1000 <= input.at) return (await table.putWhere(fresh, where)) ? fresh : null;
    const { token, leaseUntil } = fresh;
    return (await table.updateWhere({ PK, SK, set: { token, leaseUntil }, where })) ? { ...found, token } : null;
  }

  async function update(lease: Lease, change: LeaseChange): Promise<boolean> {
    const at = idempotencyKey(lease);
    const { answer, ...set } = { answer: null, ...change };
    // Before the record has it: if the debate is erased meanwhile, no answer about it is kept.
    if ("debateId" in set) await table.put(pointerOf(lease, set.debateId));
    const kept = answer && (await writeBody(table, { ...at, expiresAt: lease.expiresAt }, JSON.stringify(answer)));
    const all = kept ? { ...set, ...kept, isAnswered: true, leaseUntil: 0 } : set;
    return table.updateWhere({ ...at, set: all, where: { token: lease.token } });
  }

  /** Its answer goes, and a holder who still works on it loses the lease. The record stays, so that a repeat makes nothing. */
  async function finish(tenant: string, key: string): Promise<void> {
    const { PK, SK } = idempotencyKey({ tenant, key });
    const set = { isGone: true, isAnswered: false, json: "", token: randomUUID(), leaseUntil: 0 };
    await table.updateWhere({ PK, SK, set, where: {} });
    await table.removeAll(PK, [SK]);
  }

  /** `pk`: where pointers are. */
  async function finishAll(tenant: string, pk: string): Promise<void> {
    for (const pointer of await itemsUnder(table, pk, POINTER)) await finish(tenant, pointer.key as string);
  }

  const idempotency: IdempotencyStore = {
    claim,
    update,
    point: ({ tenant, key, expiresAt }, address) =>
      table.put({ PK: addressKey({ tenant, address }), SK: pointerKey(key), key, expiresAt }),
    end: (tenant, address) => finishAll(tenant, addressKey({ tenant, address })),
  };
  return { idempotency, endOf: (debate: DebateKey) => finishAll(debate.tenant, debateKey(debate)) };
}

/** Beside the debate, so that erasing it finds the record. */
function pointerOf({ tenant, key, expiresAt }: Lease, debateId: string): Item {
  return { PK: debateKey({ tenant, debateId }), SK: pointerKey(key), key, expiresAt };
}

function newRecord({ tenant, key, fingerprint, at, leaseMs }: ClaimInput): RecordItem {
  return {
    ...idempotencyKey({ tenant, key }),
    fingerprint,
    token: randomUUID(),
    leaseUntil: at + leaseMs,
    expiresAt: Math.ceil((at + KEPT_MS) / 1000),
  } satisfies ItemKey & Record<string, unknown>;
}

function leased({ tenant, key }: ClaimInput, { token, expiresAt, debateId }: RecordItem): Claim {
  return { kind: "leased", lease: { tenant, key, token, expiresAt, debateId: debateId ?? null } };
}

/** The one table's keys. The tenant is in every key of its data, so no query can leave its tenant. */
import { piece, requireShort, tenantKey, three } from "../../domain/play/records/keys.record.ts";
import type { OfDebate } from "../../domain/play/records/kind.ts";

export interface ItemKey {
  PK: string;
  SK: string;
}
export type Item = ItemKey & Record<string, unknown>;

export const META = "META";
export const CONFIG = "CONFIG";
export const IMPORT = "IMPORT";

export function statusKey(tenant: string, status: string): string {
  return `${tenantKey(tenant)}#${piece(status)}`;
}

/** Throws `not-found` for an id that is too long for a key. */
export function debateKey({ tenant, debateId }: OfDebate): string {
  return requireShort(`${tenantKey(tenant)}#D#${piece(debateId)}`, { name: "debate", as: "partition" });
}

export function metaKey(debate: OfDebate): ItemKey {
  return { PK: debateKey(debate), SK: META };
}

/** Counts of one key's requests. */
export function rateKey(id: string, window: string): ItemKey {
  return { PK: `RATE#${piece(id)}`, SK: `WINDOW#${piece(window)}` };
}

/** A tenant's ledger. */
export function quotaKey(tenant: string): ItemKey {
  return { PK: `${tenantKey(tenant)}#QUOTA`, SK: "LEDGER" };
}

/** The counts of a tenant's backlog. */
export function backlogKey(tenant: string): ItemKey {
  return { PK: `${tenantKey(tenant)}#BACKLOG`, SK: "COUNTS" };
}

/** The one item of its partition, parts of a long answer aside. */
export function idempotencyKey({ tenant, key }: { tenant: string; key: string }): ItemKey {
  return { PK: `IDEM#${piece(tenant)}#${piece(key)}`, SK: "RECORD" };
}

export const POINTER = "IDEM#";

/** Beside a debate: an idempotency record that points at it. */
export function pointerKey(key: string): string {
  return `${POINTER}${piece(key)}`;
}

/** Idempotency records that point at what has this address, such as `/v1/files/file-1`. */
export function addressKey({ tenant, address }: { tenant: string; address: string }): string {
  return requireShort(`${tenantKey(tenant)}#AT#${piece(address)}`, { name: "thing", as: "partition" });
}

export function eventKey(id: number): string {
  return `EVENT#${String(id).padStart(12, "0")}`;
}

/** The hash separates the parts of two writers of one item, whichever of them wins. */
export function partKey(input: { base: string; n: number; hash: string }): string {
  return `${input.base}#PART#${three(input.n)}#${input.hash}`;
}

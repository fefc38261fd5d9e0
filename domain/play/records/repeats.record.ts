/** Which debate a request in OpenAI's format began, so that a repeat of it gets the same one. */
import { piece, tenantKey } from "./keys.record.ts";
import type { Kind } from "./kind.ts";

export interface Begun {
  debateId: string;
  /** SHA-256 of the request. */
  fingerprint: string;
  /** Seconds since 1970: the table's time to live. */
  expiresAt: number;
}

const partition = ({ tenant, name }: { tenant: string; name: string }) => `${tenantKey(tenant)}#REPEAT#${piece(name)}`;
const fields = ({ debateId, fingerprint, expiresAt }: Begun) => ({ debateId, fingerprint, expiresAt });

/** Under an Idempotency-Key: the first request stays. */
export const KEYED: Kind<Begun, object, never, { tenant: string; name: string }> = {
  name: "request with a key",
  partition,
  key: () => "KEYED",
  pack: fields,
  unpack: (item) => fields(item as unknown as Begun),
};

/** Under its fingerprint: the newest request counts, since two may ask the same and want two answers. */
export const REPEATABLE: Kind<Begun, object, never, { tenant: string; name: string }> = {
  ...KEYED,
  name: "request that may be repeated",
  key: () => "REPEATABLE",
  replaces: () => true,
};

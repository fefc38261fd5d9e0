/** What is remembered of requests with an Idempotency-Key. */
/** An answer as it is given again: the headers that belong to it and its text. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request's hold on its Idempotency-Key: nobody else works on it meanwhile. */
export interface Lease {
  tenant: string;
  key: string;
  token: string;
  /** Seconds since 1970: when the whole record is forgotten. */
  expiresAt: number;
  /** The debate that an earlier holder was about to make. */
  debateId: string | null;
}

export interface ClaimInput {
  tenant: string;
  key: string;
  /** Of the request: another one under the same key is refused. */
  fingerprint: string;
  /** Now, milliseconds since 1970. */
  at: number;
  leaseMs: number;
}

export type Claim =
  | { kind: "leased"; lease: Lease }
  | { kind: "busy" }
  | { kind: "answered"; answer: KeptAnswer }
  | { kind: "reused" };

/** Kept for 24 hours. What answers a boolean is false when another holder has taken over the lapsed lease. */
export interface IdempotencyStore {
  claim(input: ClaimInput): Promise<Claim>;
  /** `until` in milliseconds since 1970. */
  renew(lease: Lease, until: number): Promise<boolean>;
  /** Remembers the debate that the request is about, so that erasing the one erases the other. */
  bind(lease: Lease, debateId: string): Promise<boolean>;
  answer(lease: Lease, answer: KeptAnswer): Promise<boolean>;
  /** Lets the next request with this key work at once. */
  release(lease: Lease): Promise<void>;
}

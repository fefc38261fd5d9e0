/** Requests with an Idempotency-Key. */
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
  | { kind: "reused" }
  /** What the request made or was about was deleted. */
  | { kind: "gone" };

/** What a holder changes. `debateId` is the debate that the request is about: erasing it ends the record. */
export type LeaseChange =
  /** Milliseconds since 1970. 0 lets the next request with this key work at once. */
  { leaseUntil: number } | { debateId: string } | { answer: KeptAnswer } | { answer: KeptAnswer; debateId: string };

/** Kept for 24 hours. */
export interface IdempotencyStore {
  claim(input: ClaimInput): Promise<Claim>;
  /** False when another holder has taken over the lapsed lease. */
  update(lease: Lease, change: LeaseChange): Promise<boolean>;
  /** The request made what has this address: `end` of the address ends the record. */
  point(lease: Lease, address: string): Promise<void>;
  /** What had this address was deleted: requests that made it are answered with that until their records expire. */
  end(tenant: string, address: string): Promise<void>;
}

/**
 * Everything that requests share, each with an owner, a bound for the owner and in all, and an end (SECURITY.md has the
 * table). A route names its place; a test walks all routes.
 */

/** Places that work takes for as long as it lasts. Tenants take turns, and so do the keys of each. */
export interface WorkPlace {
  what: string;
  /** Missing: the tenant, then the key. */
  owner?: string;
  /** In all, and of one tenant. Without keys, a tenant may take all. */
  atOnce: number;
  byTenant: number;
  /** Of one tenant; in all four times as many. */
  waiting: number;
  /** The longest wait for a place, in milliseconds. */
  waitMs: number;
  /** The same for those that go into the backlog then. */
  lateMs?: number;
  /** What ends the work. */
  end: string;
}

const SECOND = 1_000;

export const WORK = {
  reads: {
    what: "reads of one thing or one page",
    atOnce: 32,
    byTenant: 16,
    waiting: 5_000,
    waitMs: 30 * SECOND,
    end: "the answer is made",
  },
  longReads: {
    what: "transcripts, reports, receipts, results, ratings, comparisons, searches",
    atOnce: 8,
    byTenant: 4,
    waiting: 100,
    waitMs: 30 * SECOND,
    end: "the answer is made",
  },
  // A worker carries out as many at a time, and each before its deadline even where it manages two a second.
  commands: {
    what: "commands to a debate or experiment",
    atOnce: 20,
    byTenant: 15,
    waiting: 500,
    waitMs: 10 * SECOND,
    lateMs: 2 * SECOND,
    end: "10 s for the workflow's answer",
  },
  // They are stored and signalled together, a hundred at a time.
  backlog: {
    what: "commands that found no place, to be accepted",
    atOnce: 200,
    byTenant: 120,
    waiting: 10_000,
    waitMs: 60 * SECOND,
    end: "the store's answer",
  },
  stops: {
    what: "stop, pause, cancel",
    atOnce: 20,
    byTenant: 10,
    waiting: 500,
    waitMs: 10 * SECOND,
    end: "10 s for the workflow's answer",
  },
  creates: {
    what: "new debates, forks, experiments, schedules, rejudgements",
    atOnce: 20,
    byTenant: 10,
    waiting: 500,
    waitMs: 30 * SECOND,
    end: "10 s for the workflow's start",
  },
  imports: {
    what: "imports",
    atOnce: 4,
    byTenant: 2,
    waiting: 16,
    waitMs: 30 * SECOND,
    end: "10 s of reading, then it is stored",
  },
  // One is parsed; the others are stored.
  files: {
    what: "files that are handed in",
    atOnce: 6,
    byTenant: 3,
    waiting: 24,
    waitMs: 60 * SECOND,
    end: "30 s of parsing, then it is stored",
  },
  estimates: {
    what: "estimates",
    atOnce: 4,
    byTenant: 2,
    waiting: 100,
    waitMs: 30 * SECOND,
    end: "the bounds of a request",
  },
  changes: {
    what: "all other changes",
    atOnce: 20,
    byTenant: 10,
    waiting: 200,
    waitMs: 30 * SECOND,
    end: "the store's answer",
  },
  signIns: {
    what: "sessions of the pages",
    owner: "all who sign in",
    atOnce: 8,
    byTenant: 8,
    waiting: 100,
    waitMs: 10 * SECOND,
    end: "the store's or the issuer's answer",
  },
} as const satisfies Record<string, WorkPlace>;

export type WorkName = keyof typeof WORK;

/** Places of requests that wait for something to happen. What is beyond is refused at once with a 429. */
export interface HeldPlace {
  what: string;
  /** Of all readers of a share link. */
  byShare: number;
  /** Of one key or token's subject. */
  byKey: number;
  byTenant: number;
  inAll: number;
  end: string;
}

export const HELD = {
  streams: {
    what: "event streams, also of OpenAI's clients and of waits over MCP",
    byKey: 200,
    byShare: 50,
    byTenant: 1_000,
    inAll: 10_000,
    end: "the debate's end, or the reader leaves",
  },
  waits: {
    what: "`?wait=`, `Prefer: wait`, answers of OpenAI's clients, validations, positions",
    byKey: 500,
    byShare: 50,
    byTenant: 2_000,
    inAll: 20_000,
    end: "60 s; an answer of OpenAI's clients: an hour",
  },
} satisfies Record<string, HeldPlace>;

/**
 * `none`: it answers from memory, or asks one cheap question of the store. `inner`: it takes the places of the requests that
 * it sends to this API for its caller, and none for itself.
 */
export type RoutePlace = WorkName | "none" | "inner";

/** Routes that no record describes. Those of `defineRoute` name their place there. */
export const UNDESCRIBED: Record<string, RoutePlace> = {
  "POST /mcp": "inner",
  "GET /shared/{token}": "none",
  "GET /shared/{token}/stage": "none",
  "GET /shared/{token}/{part}": "inner",
  "POST /codec/encode": "changes",
  "POST /codec/decode": "changes",
  "GET /session": "signIns",
  "POST /session": "signIns",
  "DELETE /session": "signIns",
  "GET /session/sign-in": "signIns",
  "GET /session/callback": "signIns",
};

/** Of the bodies of requests. */
export interface BodyLimits {
  /** Milliseconds without a byte, and before the least rate holds. */
  idleMs: number;
  leastBytesPerSecond: number;
  /** Milliseconds for a whole body. */
  longestMs: number;
  /** Bytes of one tenant. Without keys: `bytesInAll`. */
  bytesOfTenant: number;
  bytesInAll: number;
}

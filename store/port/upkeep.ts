/** What the sweeps go through, over all tenants. */
import type { DebateKey } from "./debates.port.ts";

/** A place in a list of debates; the list is not in order of time. */
export type ListPlace = [shard: number, after: string | null];

export interface ListedDebate extends DebateKey {
  /** Milliseconds since 1970. */
  registeredAt: number;
}

/** A place in the table. */
export interface ItemPlace {
  PK: string;
  SK: string;
}

export interface Upkeep {
  /** Debates that are not over, and a few that are. */
  list(page: { after: ListPlace | null; limit: number }): Promise<{ debates: ListedDebate[]; next: ListPlace | null }>;
  /** Puts a debate that is about to be made on the list of those that are not over. */
  register(key: DebateKey): Promise<void>;
  /** Takes a debate off the list of those that are not over. */
  forget(key: DebateKey): Promise<void>;
  /**
   * Removes what has expired among the next `limit` items; `next` is null at the end of the table. A pass begins only when
   * one is due: on an engine that removes no expired items by itself, once an hour over all processes. `at` in
   * milliseconds since 1970.
   */
  removeExpired(input: { after: ItemPlace | null; limit: number; at: number }): Promise<{
    removed: number;
    next: ItemPlace | null;
  }>;
  /**
   * Looks at the next `limit` files whose putting or removing has begun and not ended, and removes what was left of them by
   * processes that died. Those of the last hour are left alone. `at` in milliseconds since 1970; `next` is null at the end.
   */
  settleFiles(input: { after: ItemPlace | null; limit: number; at: number }): Promise<{
    settled: number;
    failed: number;
    next: ItemPlace | null;
  }>;
}

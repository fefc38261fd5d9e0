/** A tenant's ledger of limits, debates under way and debates that wait: `domain/around/quotas` has its rules. */
import type { Ledger } from "../../domain/around/quotas/ledger.quota.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "./debates.port.ts";

export interface QuotaStore {
  /**
   * null: neither the tenant nor any of its keys has ever had a limit, and the tenant no experiment. `recent`: as it was at
   * most a second ago, so that calls of models which nothing limits cost no request each.
   */
  read(tenant: string, how?: "recent"): Promise<Ledger | null>;
  /**
   * Replaces the ledger by what `change` makes of it, as if nobody else did so at the same time. `change` is pure and may be
   * called several times; a ledger that it returns unchanged is not written.
   */
  change<T>(tenant: string, change: (ledger: Ledger | null) => { ledger: Ledger | null; answer: T }): Promise<T>;
  /** A debate is over in this state; or null: it was not made. May be repeated. */
  settle(debate: DebateKey, state: DebateState | null): Promise<void>;
}

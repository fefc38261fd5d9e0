/** Whose limits hold for what is bought. */

/** Missing: no limit. Days and months are UTC. */
export interface Quota {
  atOnce?: number;
  perDay?: number;
  usdPerDay?: number;
  usdPerMonth?: number;
}

/** By whose limits something is bought: those of a key, or of a debate under way. Neither: the tenant's alone. */
export interface Payer {
  tenant: string;
  key?: { id: string; quota: Quota } | null;
  debateId?: string;
}

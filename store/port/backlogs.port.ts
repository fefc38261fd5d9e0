/** How many commands of a tenant were accepted to be carried out later, and how many of those were. */

export interface Backlog {
  accepted: number;
  done: number;
  /** Milliseconds that one has taken lately; missing: none was carried out. */
  eachMs?: number;
}

export interface BacklogStore {
  read(tenant: string): Promise<Backlog>;
  /** So many more were accepted (or fewer, where they were not). Returns the counts with them. Not idempotent. */
  accept(tenant: string, commands: number): Promise<Backlog>;
  /** `isEmpty`: no other one waits, so the counts are even again, whatever was counted twice. */
  carryOut(tenant: string, done: { commands: number; eachMs: number; isEmpty: boolean }): Promise<void>;
}

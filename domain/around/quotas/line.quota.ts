/** A tenant's line of experiments is a part of its ledger: one conditional write changes it, so it holds across processes. */

import { type Ledger, newLedger } from "./ledger.quota.ts";
import type { Line } from "./waiting-line.ts";

const EMPTY: Line = { running: [], waiting: [] };

export function lineOf(ledger: Ledger | null): Line {
  return ledger?.experiments ?? EMPTY;
}

/** The ledger with its line changed. */
export function changeLine(before: Ledger | null, now: Date, change: (line: Line) => Line): Ledger | null {
  const line = change(lineOf(before));
  if (line.running.length > 0 || line.waiting.length > 0)
    return { ...(before ?? newLedger({}, now)), experiments: line };
  if (!before?.experiments) return before;
  const { experiments: _left, ...others } = before;
  return others;
}

/** A rejudgement whose workflow was closed from outside cannot end itself; the first reader to notice ends it. */

import { STILL_MS, whyOrphan } from "../../play/beginning/orphans.beginning.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import { billedOf, spendOf, totalSpend } from "../../shapes/state/costs.state.ts";
import type { Rejudgement } from "./rejudgement.ts";

/** True if it has run long enough to check its workflow. */
export function mayBeOrphanedRejudgement(
  { status, createdAt }: Rejudgement,
  at: Date,
  stillMs: number = STILL_MS,
): boolean {
  return status === "running" && at.getTime() - Date.parse(createdAt) >= stillMs;
}

/** Why no ruling will come; null while one may. Throws if Temporal does not answer. */
export function whyNoRuling(
  { createdAt }: Rejudgement,
  at: Date,
  describe: () => Promise<{ status: { name: string } }>,
): Promise<string | null> {
  // The workflow is started after its item is stored, and a request that died in between may be repeated.
  return whyOrphan({ version: 1, touchedAt: Date.parse(createdAt) }, at.getTime(), describe);
}

/** The rejudgement as failed, charged for the ballots cast. */
export function orphaned(
  rejudgement: Rejudgement,
  { ballots, at, reason }: { ballots: CastBallot[]; at: Date; reason: string },
): Rejudgement {
  return {
    ...rejudgement,
    status: "failed",
    error: {
      kind: "cancelled",
      message: `${reason}, so there is no ruling.`,
      retryable: true,
      retryCount: 0,
      at: at.toISOString(),
      suggestion: "Ask for another judge again.",
    },
    ...billedOf(totalSpend(ballots.map(spendOf))),
    completedAt: at.toISOString(),
  };
}

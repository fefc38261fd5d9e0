/** A rejudgement whose workflow was closed from outside can not say so: whoever reads it does. Pure. */
import { addSpend, costUsdOf, NO_SPEND, spendOf, usageOf } from "../costs.ts";
import { STILL_MS, whyOrphan } from "../orphans.ts";
import type { Rejudgement } from "../rejudgement.ts";
import type { CastBallot } from "../schemas/ballot.ts";

/** It runs for so long that its workflow is worth a look. `stillMs` in milliseconds. */
export function mayBeOrphanedRejudgement(
  { status, createdAt }: Rejudgement,
  at: Date,
  stillMs: number = STILL_MS,
): boolean {
  return status === "running" && at.getTime() - Date.parse(createdAt) >= stillMs;
}

/** Why there will be no ruling; null while there may be one. Throws when Temporal does not say. */
export function whyNoRuling(
  { createdAt }: Rejudgement,
  at: Date,
  describe: () => Promise<{ status: { name: string } }>,
): Promise<string | null> {
  // The workflow is started after its item is made, and a request that died between the two may be repeated.
  return whyOrphan({ version: 1, touchedAt: Date.parse(createdAt) }, at.getTime(), describe);
}

/** Failed, with the bill of the ballots that were cast. */
export function orphaned(
  rejudgement: Rejudgement,
  { ballots, at, reason }: { ballots: CastBallot[]; at: Date; reason: string },
): Rejudgement {
  const spend = ballots.map(spendOf).reduce(addSpend, NO_SPEND);
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
    usage: usageOf(spend),
    costUsd: costUsdOf(spend),
    completedAt: at.toISOString(),
  };
}

/** Says what a debate or a fork may cost before it starts, and asks where that is much. */

import { type Estimates, ParleyProblem } from "../../../api/client/index.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import { UsageError } from "../base/arguments.cli.ts";
import type { Streams } from "../base/cli.ts";

/** USD. A debate that will likely cost more is not started unasked. */
const MUCH = 1;

interface Starting {
  what: "debate" | "fork";
  estimate: () => Promise<Estimates>;
  /** USD: no more is bought. */
  maxCostUsd?: number | undefined;
  streams: Pick<Streams, "err" | "ask">;
  /** `--yes` */
  isAgreed: boolean;
  signal: AbortSignal;
}

/** Prints the likely and the highest cost. Throws `UsageError` unless a person agrees, or has agreed by `--yes`. */
export async function requireAffordable(starting: Starting): Promise<void> {
  const { what, estimate, maxCostUsd, streams, isAgreed, signal } = starting;
  const estimates = await estimate().catch((error: unknown) => {
    // The same fault keeps it from starting, and says so better.
    if (error instanceof ParleyProblem) return null;
    throw error;
  });
  const cost = estimates && costOf(estimates, maxCostUsd);
  if (!cost) return;
  const { likely, most } = cost;
  if (likely === null || most === null)
    return streams.err(`What this ${what} will cost is unknown, since a model's price is.\n`);
  // The demo, or a model of one's own.
  if (most === 0) return;
  streams.err(`This ${what} will likely cost ${money(likely)}, and ${money(most)} at most.\n`);
  if (likely <= MUCH || isAgreed) return;
  const { ask } = streams;
  if (!ask)
    throw new UsageError(
      `the ${what} will likely cost ${money(likely)}, more than $${MUCH}, and nobody is at the terminal to agree: add --yes, or a limit such as --max-cost 0.50`,
    );
  const answer = await ask("Start it? [y/N] ", signal);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError(`the ${what} was not started`);
}

/** null: the request has problems, which its creation names. */
function costOf(
  { likely, worst }: Estimates,
  maxCostUsd = Infinity,
): { likely: number | null; most: number | null } | null {
  if (!likely || !worst) return null;
  const most = worst.costUsd === null ? null : Math.min(worst.costUsd, maxCostUsd);
  return { likely: likely.costUsd, most };
}

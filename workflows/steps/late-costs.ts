/**
 * What the calls took that were under way when a debate was abandoned. Nothing is recorded after a debate's end, so only its
 * parent is told: an experiment counts everything that its cells buy.
 */
import { CancellationScope, condition } from "@temporalio/workflow";
import { addAmount, amountOf, sumOf } from "../../domain/play/budget/ledger.budget.ts";
import { knownOf } from "../../domain/play/budget/reservations.ts";
import { unsettledAttempts } from "../../domain/play/budget/unsettled.budget.ts";
import type { InterruptedAttempt } from "../../domain/play/events/events.ts";
import { addSpend, boughtBy, NO_SPEND, spendOf } from "../../domain/shapes/state/costs.state.ts";
import type { DebateReport } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "./activity-proxies.ts";

/** Null: nothing is known of the attempt that was cut. */
export function noteCut(run: DebateRun, id: string, cut: InterruptedAttempt | null): Promise<void> {
  return CancellationScope.nonCancellable(async () => {
    const { debate, since } = run.place();
    const { failures, begun } = await storeActs("attempts so far").readAttempts({ debate, since, id });
    const last = run.state.attempts[id] ?? 0;
    const failed = failures.filter(({ data }) => data.attempt > last).map(({ data }) => data);
    const { late } = run;
    late.spend = [...failed, ...(cut ? [cut] : [])].map(spendOf).reduce(addSpend, late.spend);
    const reservation = run.reservations.get(id);
    if (!reservation) return;
    const { earlier, isTurn, worst } = reservation;
    const reported = [...failed, ...(cut ? [cut] : [])].map(({ attempt, unsettled, ...billed }) => ({
      attempt,
      ...knownOf(billed),
      unsettled: unsettled === true || billed.costUsd === null,
    }));
    // Only turns log when an attempt begins.
    const most = Math.max(begun, isTurn ? earlier : earlier + 1, ...reported.map(({ attempt }) => attempt));
    const charges = unsettledAttempts({ earlier: Math.max(earlier, last), last: most, reported }, worst);
    late.unsettled = addAmount(late.unsettled, sumOf(charges.map(({ charge }) => charge)));
  });
}

/** For the parent: everything that the debate bought, once its last call is over. */
export async function reportOf(run: DebateRun): Promise<DebateReport> {
  await condition(() => run.calls === 0);
  const { late, state } = run;
  const unsettled = addAmount(amountOf(state.unsettled ?? NO_SPEND), late.unsettled);
  return { bought: { spend: addSpend(boughtBy(state), late.spend), unsettled } };
}

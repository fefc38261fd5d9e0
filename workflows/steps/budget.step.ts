/** A run's budget: an activity quotes the calls of a step; the rules are in domain/play/admission.play.ts. */
import { condition } from "@temporalio/workflow";
import type { Grant } from "../../activities/calls/attempt.ts";
import type { ActOutcome } from "../../activities/calls/outcome.activity.ts";
import { whenDone } from "../../domain/base/work.ts";
import { admit as admitted, replaceReservation } from "../../domain/play/admission.play.ts";
import type { BillableCall } from "../../domain/play/budget/concluding.ts";
import type { StepCalls } from "../../domain/play/state/ports.play.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { storeActs } from "./activity-proxies.ts";
import type { Subject } from "./interruptions.ts";

export async function admit(run: DebateRun, step: StepCalls): Promise<boolean> {
  const { reservations } = run;
  const quote = (calls: BillableCall[]) => {
    const { debate, state } = run.publication();
    const assessed = run.state.assessments.length;
    return storeActs("what the next calls may cost").weigh({ debate, plan: run.plan, state, assessed, calls });
  };
  if (!(await whenDone(admitted(step, { debate: run, reservations, quote })))) return false;
  for (const { id } of [...(step.turns ?? []), ...(step.acts ?? [])])
    if (reservations.has(id)) run.retrying[id] ??= run.place().since;
  return true;
}

/** What an activity needs to know of its reservation; nothing without limits. */
export function grantOf({ reservations, retrying }: DebateRun, id: string): { grant?: Grant } {
  const since = retrying[id];
  const reservation = reservations.get(id);
  return reservation && since !== undefined ? { grant: { attempts: reservation.attempts, since } } : {};
}

/** Replaces the reservation with the actual cost. `outcome` null: the call failed or was cut short. */
export function chargeCall(run: DebateRun, { id, round, by }: Subject, outcome: ActOutcome | null): void {
  const isReserved = run.reservations.has(id);
  replaceReservation(
    { debate: run, reservations: run.reservations },
    { id, round, participantId: by?.participantId ?? null },
    outcome,
  );
  if (isReserved && !outcome?.again) Reflect.deleteProperty(run.retrying, id);
}

/** A further attempt waits, unless something else comes first; then it is quoted and reserved again. */
export async function waitForRetry(
  run: DebateRun,
  { waitMs, isLate }: { waitMs: number; isLate: () => boolean },
): Promise<void> {
  const { status, since } = run.state;
  const isCut = () => run.state.pausing || run.clock.isOver || isLate();
  const hasMoved = () => isCut() || run.state.status !== status || run.state.since !== since;
  if (waitMs > 0) await condition(hasMoved, waitMs);
}

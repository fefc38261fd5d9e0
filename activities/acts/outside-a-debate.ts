/**
 * One attempt at a model call outside a debate's log. It reports a failure to the workflow, with the wait before the next
 * attempt (`waitMs`; null: no more attempts). The workflow retries, not Temporal, since it knows the earlier failures.
 */
import { Context } from "@temporalio/activity";
import type { DraftEvent } from "../../domain/events/events.ts";
import type { Durations } from "../../domain/plan/plan.ts";
import type { ActivityDeps } from "../deps.ts";
import { failureData, failureOf, judgeFault } from "../failures.ts";
import { ModelFault } from "../models/port.ts";

export interface AloneInput {
  durations: Pick<Durations, "judgeTimeout" | "silence" | "heartbeat">;
  /** Failures of earlier attempts: no log has them. */
  failures: DraftEvent<"judge.failed">[];
}

export async function attemptAlone<T>(
  deps: ActivityDeps,
  input: AloneInput & { actId: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return beating(input.durations, (signal) =>
    work(signal).catch((error: unknown) => {
      throw error instanceof ModelFault && !signal.aborted ? failure(deps, input, error) : error;
    }),
  );
}

/** Sends heartbeats while the work is done. A cancelled activity rejects with the signal's reason. */
export async function beating<T>(
  { heartbeat }: Pick<Durations, "heartbeat">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const signal = context.cancellationSignal;
  const beat = setInterval(() => context.heartbeat(), heartbeat);
  try {
    return await work(signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearInterval(beat);
  }
}

function failure(deps: ActivityDeps, { actId, failures }: AloneInput & { actId: string }, fault: ModelFault) {
  const judgement = judgeFault(deps, { fault, earlier: failures });
  const unsettled = fault.unsettled ? { unsettled: true as const } : {};
  const data = { round: 0, actId, ...failureData(fault, judgement, failures.length + 1), ...unsettled };
  const event: DraftEvent = { type: "judge.failed", at: deps.now().toISOString(), data };
  return failureOf(fault, { ...judgement, waitMs: null }, [event]);
}

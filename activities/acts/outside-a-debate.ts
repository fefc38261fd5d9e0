/**
 * One attempt at a model call outside a debate's log. It reports a failure to the workflow, with the wait before the next
 * attempt (`waitMs`; null: no more attempts). The workflow retries, not Temporal, since it knows the earlier failures.
 */
import { Context } from "@temporalio/activity";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { failureData, failureOf, faultOf, judgeFault } from "../base/failures.ts";
import type { ModelFault } from "../models/base/port.model.ts";

export interface AloneInput {
  durations: Pick<Durations, "judgeTimeout" | "silence" | "heartbeat">;
  /** Failures of earlier attempts: no log has them. */
  failures: DraftEvent<"judge.failed">[];
}

export interface Alone {
  signal: AbortSignal;
  /** Receives what the attempt has bought, as soon as it is known. */
  onSpent: (spend: Spend) => void;
}

export async function attemptAlone<T>(
  deps: ActivityDeps,
  input: AloneInput & { actId: string },
  work: (attempt: Alone) => Promise<T>,
): Promise<T> {
  let spent = NO_SPEND;
  const onSpent = (spend: Spend) => {
    spent = spend;
  };
  return beating(input.durations, (signal) =>
    work({ signal, onSpent }).catch((error: unknown) => {
      const fault = signal.aborted ? null : faultOf(error);
      if (!fault) throw error;
      // A model's fault says itself what was bought.
      if (fault !== error) fault.spend = spent;
      throw failure(deps, input, fault);
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

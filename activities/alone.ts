/**
 * One attempt at a model call that no log belongs to. What failed is told to the workflow, with the time to wait before
 * the next (`waitMs`; null when there is none): Temporal does not try it again, the workflow does, which knows what
 * failed before.
 */
import { Context } from "@temporalio/activity";
import type { DraftEvent } from "../domain/events.ts";
import type { Durations } from "../domain/plan.ts";
import { failureData, failureOf, judgeFault } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault } from "./models/port.ts";

export interface AloneInput {
  durations: Pick<Durations, "judgeTimeout" | "silence" | "heartbeat">;
  /** Faults of earlier attempts: there is no log that could tell them. */
  failures: DraftEvent<"judge.failed">[];
}

export async function attemptAlone<T>(
  deps: ActivityDeps,
  input: AloneInput & { actId: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), input.durations.heartbeat);
  try {
    return await work(context.cancellationSignal);
  } catch (error) {
    if (context.cancellationSignal.aborted) throw context.cancellationSignal.reason;
    throw error instanceof ModelFault ? failure(deps, input, error) : error;
  } finally {
    clearInterval(beat);
  }
}

function failure(deps: ActivityDeps, { actId, failures }: AloneInput & { actId: string }, fault: ModelFault) {
  const judgement = judgeFault({
    fault,
    earlier: failures,
    jitter: deps.random(),
    ...(deps.retryBaseMs !== undefined && { baseMs: deps.retryBaseMs }),
  });
  const data = { round: 0, actId, ...failureData(fault, judgement, failures.length + 1) };
  const event: DraftEvent = { type: "judge.failed", at: deps.now().toISOString(), data };
  return failureOf(fault, { ...judgement, waitMs: null }, [event]);
}

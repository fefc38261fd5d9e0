/**
 * Makes a debate's model calls in the worker that runs its workflow: it has the debate's turns and the end of its log, which
 * another would have to read. Where that worker does not begin a call in time, all further calls go to any worker.
 */
import { ActivityFailure, TimeoutFailure } from "@temporalio/workflow";
import type { ActOutcome } from "../../activities/calls/outcome.activity.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { absorbNew } from "./absorb-new.step.ts";
import { storeActs } from "./activity-proxies.ts";

interface Call {
  /** The worker's own queue; left out: the provider's, from which any worker takes it. */
  home?: string;
  earlierAttempts: number;
}

export async function atHome(
  run: DebateRun,
  { id, model }: { id: string; model: ModelRef },
  make: (call: Call) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const { home } = run;
  const earlierAttempts = run.state.attempts[id] ?? 0;
  // An attempt that nobody reports would escape a budget.
  if (!home?.providers.includes(model.provider) || run.plan.budget) return make({ earlierAttempts });
  try {
    return await make({ home: home.id, earlierAttempts });
  } catch (error) {
    if (!hasNotBegun(error)) throw error;
    run.home = null;
    return make({ earlierAttempts: await attemptsSoFar(run, id) });
  }
}

function hasNotBegun(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : null;
  return cause instanceof TimeoutFailure && cause.timeoutType === "SCHEDULE_TO_START";
}

/** The worker may have died in an attempt, or failed at some. */
async function attemptsSoFar(run: DebateRun, id: string): Promise<number> {
  const { debate, since } = run.place();
  const { failures, begun } = await storeActs("attempts so far").readAttempts({ debate, since, id });
  absorbNew(run, failures);
  return Math.max(run.state.attempts[id] ?? 0, begun);
}

/** Retries of a model call outside a debate's log, by the kind of fault: the workflow keeps the failures, not the log. */
import { sleep, type TimerOptions } from "@temporalio/workflow";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import { type Fault, faultOf } from "./faults.step.ts";

type Failures = DraftEvent<"judge.failed">[];

/** Calls until it succeeds, or until its fault is final. Each attempt is given the failures of those before it. */
export async function withRetries<T>(
  call: (failures: Failures) => Promise<T>,
  timer?: TimerOptions,
): Promise<{ failures: Failures } & ({ value: T; fault: null } | { fault: Fault })> {
  const failures: Failures = [];
  for (;;) {
    try {
      return { value: await call(failures), failures, fault: null };
    } catch (error) {
      const fault = faultOf(error);
      const failed = fault.events.find((event) => event.type === "judge.failed");
      if (failed) failures.push(failed);
      if (!failed || failed.data.waitMs === null) return { failures, fault };
      await sleep(failed.data.waitMs, timer);
    }
  }
}

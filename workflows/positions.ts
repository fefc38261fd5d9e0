/** Positions for a topic, without a debate: one call on its provider's queue, tried again as faults of its kind are. */
import { sleep } from "@temporalio/workflow";
import type { DraftEvent } from "../domain/events.ts";
import { modelActs } from "./acts.ts";
import { faultOf } from "./faults.ts";
import type { PositionsInput, PositionsOutcome } from "./messages.ts";

export async function positionsWorkflow({ tenant, durations, ...input }: PositionsInput): Promise<PositionsOutcome> {
  const { model } = input;
  const plan = { tenant, durations };
  const acts = modelActs({ plan, model, timeoutMs: durations.judgeTimeout, summary: `${input.count} positions` });
  const failures: DraftEvent<"judge.failed">[] = [];
  for (;;) {
    try {
      const { positions, reasoning, spend } = await acts.proposePositions({ ...input, durations, failures });
      return { proposal: { positions, reasoning }, spend, failures: failures.map((f) => f.data) };
    } catch (error) {
      const { events, message, suggestion, kind } = faultOf(error);
      const failed = events.find((event) => event.type === "judge.failed");
      if (failed) failures.push(failed);
      if (!failed || failed.data.waitMs === null) return { fault: { kind, message, suggestion } };
      await sleep(failed.data.waitMs);
    }
  }
}

import { NO_SPEND, usageOf } from "../domain/costs.ts";
import type { UnjudgedResult } from "../domain/schemas/result.ts";
import { concluded, NO_BALLOTS } from "./concluded.ts";
import type { ActivityDeps } from "./index.ts";
import type { JudgeInput } from "./judging.ts";
import { serving } from "./service.ts";
import type { ActOutcome } from "./take-turn.ts";

/** The result of a debate whose judge failed for good: it says that nobody ruled. */
export const concludeUnjudged =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    serving(deps, input, async ({ debate, signal }) => {
      const { generation, endedBy, degraded } = input;
      if (!endedBy) throw new Error("a result needs to know how the debate ended");
      const unjudged: UnjudgedResult = {
        type: "unjudged",
        ...NO_BALLOTS,
        degraded,
        endedBy,
        usage: usageOf(NO_SPEND),
        costUsd: 0,
        latencyMs: 0,
        at: deps.now().toISOString(),
      };
      const result = await deps.store.putResult(debate, generation, unjudged);
      return concluded(deps, { input, act: { signal, failures: [] }, result });
    });

import type { AnswerResult } from "../domain/schemas/result.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import { concluded, NO_BALLOTS } from "./concluded.ts";
import type { ActivityDeps } from "./index.ts";
import type { JudgeInput } from "./judging.ts";
import { serving } from "./service.ts";
import type { ActOutcome } from "./take-turn.ts";

/** Makes the result of what the synthesizer has said. */
export const giveAnswer =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    serving(deps, input, async ({ debate, signal }) => {
      const { store } = deps;
      const { generation } = input;
      const turns = await store.listTurns(debate, generation);
      const result = await store.putResult(debate, generation, resultOf(input, turns));
      return concluded(deps, { input, act: { signal, failures: [] }, result });
    });

function resultOf({ round, endedBy, degraded }: JudgeInput, turns: Turn[]): AnswerResult {
  const synthesis = turns.findLast((turn) => turn.phase === "synthesis" && turn.status === "whole");
  if (!synthesis || !endedBy) throw new Error("an answer needs a synthesis and a reason to end");
  const { usage, costUsd, latencyMs, at } = synthesis;
  return {
    type: "answer",
    answer: {
      text: synthesis.text,
      earlyStopped: endedBy === "convergence",
      rounds: round,
      score: turns.findLast((turn) => turn.critique)?.critique?.score ?? null,
      turnId: synthesis.id,
      synthesizedBy: synthesis.participantId,
    },
    ...NO_BALLOTS,
    degraded,
    endedBy,
    usage,
    costUsd,
    latencyMs,
    at,
  };
}

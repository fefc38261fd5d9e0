import { modelId } from "../domain/catalogue.ts";
import { readPerspectiveSummary } from "../domain/prompts/perspective-summary.ts";
import type { Summary } from "../domain/schemas/summary.ts";
import { attemptAct, persistently } from "./act.ts";
import { composeSummary } from "./compose-summary.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, callOf, type JudgeInput, judging, rule } from "./judging.ts";
import { write } from "./publish.ts";
import type { Acting } from "./settle.ts";
import { summarized } from "./summarized.ts";
import type { ActOutcome } from "./take-turn.ts";

/** A reader's own view of the rounds so far in brief, by its own model: an agent's, or the judge's before the solution. */
export const summarizePerspective =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> => {
    const { id, round, participantId } = input;
    if (participantId === undefined) return judging(deps, input, (act) => summarize(deps, { input, act }));
    const about = { round, phase: "summarizing", participantId, turnId: id };
    const failed = (data: ReturnType<typeof failureData>): FailureEvent => ({
      type: "turn.failed",
      at: deps.now().toISOString(),
      data: { ...about, ...data },
    });
    return attemptAct(deps, { ...input, failed }, async (act) => {
      await write(deps.store, input.publication);
      return summarize(deps, { input, act });
    });
  };

async function summarize(deps: ActivityDeps, { input, act }: Acting): Promise<ActOutcome> {
  const { store } = deps;
  const { id, round, participantId = null } = input;
  const [stored, call] = await Promise.all([
    store.getSummary(act.debate, { id, round }),
    composeSummary(deps, callOf(input, act)),
  ]);
  if (stored) return summarized(deps, { input, act }, stored);
  const { maxLength, before, reveal } = call;
  const { reply, value: said } = await rule(deps, { input, act, call }, (text) =>
    readPerspectiveSummary(text, { maxLength }),
  );
  const sizes = { before, after: said.length };
  const summary: Summary = {
    id,
    participantId,
    round,
    text: reveal(said),
    ...sizes,
    method: "model",
    model: modelId(call.model),
    ...bill(deps, act, reply),
  };
  const kept = await persistently(act.signal, () => store.putSummary(act.debate, summary));
  return summarized(deps, { input, act }, kept);
}

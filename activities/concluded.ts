import { essenceOf } from "../domain/essence.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { Result } from "../domain/schemas.ts";
import { resultDigest } from "../domain/state.ts";
import { preview } from "../domain/text.ts";
import type { Act } from "./act.ts";
import type { ActivityDeps } from "./index.ts";
import { type JudgeInput, PREVIEW, told } from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

/** The end of every act that concludes a debate: its result is in the log, and the workflow hears of it in brief. */
export async function concluded(
  deps: ActivityDeps,
  {
    input,
    act,
    result,
  }: { input: JudgeInput; act: Pick<Act, "signal" | "failures"> & { noted?: DraftEvent[] }; result: Result },
): Promise<ActOutcome> {
  const { at, usage, costUsd } = result;
  const head = await told(deps, { input, act, event: { type: "result.completed", at, data: { result } } });
  const digest = { ...resultDigest(result), usage, costUsd };
  const event: DraftEvent = { type: "result.completed", at, data: { result: digest } };
  return {
    head,
    events: [...act.failures, ...(act.noted ?? []), event],
    preview: preview(essenceOf(result) ?? "Nobody ruled.", PREVIEW),
  };
}

/** Of a result that no ballot stands behind. */
export const NO_BALLOTS: Pick<Result, "contested" | "ballots" | "agreement" | "dissent"> = {
  contested: false,
  ballots: [],
  agreement: null,
  dissent: [],
};

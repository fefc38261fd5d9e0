/** What an act may measure while its model is asked. */

import { ParleyError } from "../../domain/base/errors.base.ts";
import { preview } from "../../domain/base/text/text.ts";
import { REPETITION_COSINE, REPETITION_THRESHOLD } from "../../domain/judge/signals/repetition.signal.ts";
import type { Instruments } from "../../domain/play/acts/act.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { Act } from "../calls/attempt.ts";

/** Milliseconds. */
const LONGEST_MS = 20_000;
/** Characters of a failure's reason. */
const REASON = 200;

/** `longestMs`: an embedding model that takes longer is done without. */
type Measuring = Pick<Act, "debate" | "signal"> & { longestMs?: number };

export function instrumentsOf(deps: ActivityDeps, act: Measuring): Instruments {
  const { repetitionThreshold: threshold = REPETITION_THRESHOLD, repetitionContainment: containment } = deps;
  return {
    repetition: { threshold, containment },
    similarityOf: (turns) => similarityOf(deps, act, turns),
  };
}

/** Never rejects: an assessment does not fail because an embedding did. It records the failure instead. */
async function similarityOf(
  { turnVectors, repetitionCosine: threshold = REPETITION_COSINE }: ActivityDeps,
  { debate, signal: stopping, longestMs = LONGEST_MS }: Measuring,
  turns: Parameters<Instruments["similarityOf"]>[0],
): ReturnType<Instruments["similarityOf"]> {
  if (!turnVectors) return {};
  const { model } = turnVectors;
  const late = AbortSignal.timeout(longestMs);
  try {
    const signal = AbortSignal.any([stopping, late]);
    const of = await turnVectors.likeness({ debate, turns, signal });
    return { likeness: { of, threshold }, embedding: { model, failure: null } };
  } catch (error) {
    return { embedding: { model, failure: late.aborted ? lateAfter(longestMs) : reasonOf(error) } };
  }
}

function lateAfter(ms: number): string {
  return `no vectors within ${ms / 1_000} seconds`;
}

/** Our own messages are safe to show; others may repeat what was sent. */
function reasonOf(error: unknown): string {
  return error instanceof ParleyError ? preview(error.message, REASON) : "no vectors";
}

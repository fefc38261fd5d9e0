/** How alike turns are in meaning, where an embedding model is configured (spec §1.13). */
import { ParleyError } from "../domain/errors.ts";
import { REPETITION_COSINE } from "../domain/judging/repetition.ts";
import type { MeasureInput } from "../domain/judging/signals.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import { preview } from "../domain/text.ts";
import type { Act } from "./act.ts";
import type { ActivityDeps } from "./index.ts";

/** The judge is asked meanwhile; a model that takes longer than this is measured without. */
const LONGEST_MS = 20_000;
const LATE = `no vectors within ${LONGEST_MS / 1_000} seconds`;
/** Characters of a failure's reason. */
const REASON = 200;

/** Never rejects: an assessment does not fail because an embedding did. It says so instead. */
export async function meaningOf(
  { turnVectors, repetitionCosine: threshold = REPETITION_COSINE }: ActivityDeps,
  { act, turns }: { act: Pick<Act, "debate" | "signal">; turns: Pick<Turn, "id" | "text">[] },
): Promise<Pick<MeasureInput, "likeness" | "embedding">> {
  if (!turnVectors) return {};
  const { model } = turnVectors;
  const late = AbortSignal.timeout(LONGEST_MS);
  try {
    const signal = AbortSignal.any([act.signal, late]);
    const of = await turnVectors.likeness({ debate: act.debate, turns, signal });
    return { likeness: { of, threshold }, embedding: { model, failure: null } };
  } catch (error) {
    return { embedding: { model, failure: late.aborted ? LATE : reasonOf(error) } };
  }
}

/** Ours are written for people; others may repeat what was sent. */
function reasonOf(error: unknown): string {
  return error instanceof ParleyError ? preview(error.message, REASON) : "no vectors";
}

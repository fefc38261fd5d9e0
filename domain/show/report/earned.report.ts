/** How often answers at a level of support were right, beside the reasons of the level. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import type { Support } from "../../shapes/schemas/conclusion.schema.ts";

/** Shares are 0–1; null: no outcome is known. */
export interface EarnedRate {
  level: Support["level"];
  /** How many were right. */
  count: number;
  of: number;
  low: number | null;
  high: number | null;
}

export interface Earned {
  /** They are the demo model's. */
  demo: boolean;
  levels: readonly EarnedRate[];
}

/** Nothing is known. */
export const NONE_EARNED: Earned = { demo: false, levels: [] };

/** What bears on a debate: the demo's rates say nothing of models, nor theirs of the demo. */
export function earnedBy({ demo }: { demo: boolean }, earned: Earned): readonly EarnedRate[] {
  return earned.demo === demo ? earned.levels.filter(({ of }) => of > 0) : [];
}

interface Shown {
  demo: boolean;
  result: { conclusion?: object | undefined } | null;
}

/** What bears on a debate's level. Empty also where it cannot be read: a result is shown without it too. */
export async function readEarned(debate: Shown, read: () => Promise<Earned>): Promise<readonly EarnedRate[]> {
  const earned = debate.result?.conclusion ? await read().catch(() => null) : null;
  return earned ? earnedBy(debate, earned) : [];
}

/** A sentence with its 95 % interval; none where no outcome at the level is known. */
export function earnedLines(
  { level }: Pick<Support, "level">,
  earned: readonly EarnedRate[],
  { say }: Words,
): string[] {
  const rate = earned.find((one) => one.level === level);
  if (!rate || rate.low === null || rate.high === null) return [];
  const { of, count } = rate;
  const [low, high] = [rate.low, rate.high].map((share) => Math.round(100 * share)) as [number, number];
  if (of > 1)
    return [
      say("Of {of} answers at this level with a known outcome, {count} were right ({low}–{high} %).", {
        of,
        count,
        low,
        high,
      }),
    ];
  return [
    count === 1
      ? say("The one answer at this level with a known outcome was right ({low}–{high} %).", { low, high })
      : say("The one answer at this level with a known outcome was wrong (right: {low}–{high} %).", { low, high }),
  ];
}

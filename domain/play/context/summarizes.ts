/** Whether a debate may be summarised (docs/design/debate.md#110-context-window). */

import { FULL, TIGHT } from "../../rules/context/thresholds.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

type Windowed = Pick<DebateConfig, "contextWindow" | "dialectic">;

/**
 * The share above which a summary replaces the older turns; null: never. Without `summaries`, a summarizer that the request
 * names is still used above 90 %. A dialectic debate has summaries of its own.
 */
export function summarizesAbove({ contextWindow = {}, dialectic }: Windowed): number | null {
  if (dialectic) return null;
  if (contextWindow.summaries !== false) return TIGHT;
  return contextWindow.summarizer ? FULL : null;
}

/** The configuration for a call that may ask for no summary. */
export function withoutSummaries<C extends Windowed>(config: C): C {
  const { summarizer: _summarizer, ...rest } = config.contextWindow ?? {};
  return { ...config, contextWindow: { ...rest, summaries: false } };
}

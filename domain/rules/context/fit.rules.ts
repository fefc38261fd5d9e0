/**
 * Fits a call into its model's context window (docs/design/debate.md#110-context-window). Given a function that
 * measures a prompt, it returns the view to show, or that a summary is needed first, or that nothing helps.
 */

import { type Place, type Strategy, type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { dropOrder, fewest, type Reading, summaryPlace } from "./strategies.ts";
import { TIGHT } from "./thresholds.ts";

type Shown = "all" | "truncate" | "window" | "summarize";

/** Summaries that replace less than this share of the capacity are not worth a call. */
const WORTH = 0.05;

export interface FitInput extends Reading {
  strategy: Strategy;
  /** Share of the capacity above which a summary may be asked for; null: none may. */
  summarizeAbove: number | null;
  /** Input tokens; null if the window is unknown. */
  capacity: number | null;
  /** The newest summary whose turns the reader may all see. */
  summary?: { id: string; text: string; until: Place } | undefined;
  /** Tokens of the whole prompt with this view. */
  measure: (view: View) => number;
  /** Tokens of one turn. */
  sizeOf: (turn: Turn) => number;
}

export interface Fit {
  /** What happens to the transcript. */
  strategy: Shown;
  /** What is shown; if a summary is needed, without that summary. */
  view: View;
  tokens: number;
  /** Share of the capacity before fitting; 0 if the window is unknown. */
  use: number;
  summaryId?: string;
  /** Number of omitted turns, in the order of `dropOrder`. */
  leftOut: number;
  /** A summary up to this place is needed first. */
  needs?: Place;
  /** It does not fit. */
  overflow?: true;
}

export function fit(input: FitInput): Fit {
  const { capacity, strategy, summary, summarizeAbove, measure } = input;
  // These strategies use no model, so they ignore summaries.
  const pure = strategy === "truncate" || strategy === "window";
  const base: View = summary && !pure ? { summary } : {};
  const about = { ...(base.summary && summary && { summaryId: summary.id }), leftOut: 0 };
  const tokens = measure(base);
  const use = capacity === null ? 0 : tokens / Math.max(1, capacity);
  const whole: Fit = { ...about, strategy: base.summary ? "summarize" : "all", view: base, tokens, use };
  if (capacity === null || use <= (pure ? 1 : TIGHT)) return whole;
  if (!pure && summarizeAbove !== null && use > summarizeAbove) {
    const turns = verbatim(input.turns, base).filter((turn) => turn.to === undefined);
    const needs = summaryPlace({ turns, keeps: input.keeps }, { sizeOf: input.sizeOf, least: capacity * WORTH });
    if (needs) return { ...whole, strategy: "summarize", needs };
  }
  return dropped(input, { whole, strategy: pure ? strategy : "window", goal: pure ? 1 : TIGHT });
}

/** Omits turns until the goal is reached, or as many as possible if that makes it fit at all. */
function dropped(
  input: FitInput,
  { whole, strategy, goal }: { whole: Fit; strategy: "truncate" | "window"; goal: number },
): Fit {
  const capacity = input.capacity ?? Infinity;
  const order = dropOrder({ ...input, turns: verbatim(input.turns, whole.view) }, strategy);
  const viewed = (hidden: ReadonlySet<string>): View => ({ ...whole.view, ...(hidden.size > 0 && { hidden }) });
  const found = fewest(order, (hidden) => input.measure(viewed(hidden)) <= capacity * goal);
  const leftOut = found ?? order.length;
  const view = viewed(new Set(order.slice(0, leftOut).map(({ id }) => id)));
  const tokens = input.measure(view);
  const fits = tokens <= capacity;
  const shown = leftOut > 0 ? strategy : whole.strategy;
  return { ...whole, strategy: shown, view, tokens, leftOut, ...(!fits && { overflow: true as const }) };
}

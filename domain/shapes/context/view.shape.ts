/** What a prompt shows of the transcript if not all of it (docs/design/debate.md#110-context-window). */
import type { Turn } from "../schemas/turn.schema.ts";

/** A place in the transcript: after the turn with this index. */
export interface Place {
  round: number;
  index: number;
}

export interface View {
  /** Replaces the turns up to and including that place, or, if turns are renumbered, the turns with these ids. */
  summary?: { text: string; until: Place; behind?: ReadonlySet<string> } | undefined;
  /** Ids of omitted turns. */
  hidden?: ReadonlySet<string>;
}

export function isBehind(turn: Pick<Turn, "round" | "index">, { round, index }: Place): boolean {
  return turn.round < round || (turn.round === round && turn.index <= index);
}

/**
 * The turns that are shown verbatim. A remark to one participant is never part of a summary.
 *
 * @example
 * verbatim([{ id: "g1-r1-t1" }, { id: "g1-r1-t2" }], { hidden: new Set(["g1-r1-t1"]) }) // → [{ id: "g1-r1-t2" }]
 */
export function verbatim(turns: Turn[], view: View = {}): Turn[] {
  const { summary, hidden } = view;
  const isSummarized = (turn: Turn) => {
    if (!summary || turn.to !== undefined) return false;
    return summary.behind ? summary.behind.has(turn.id) : isBehind(turn, summary.until);
  };
  return turns.filter((turn) => !hidden?.has(turn.id) && !isSummarized(turn));
}

/** How a transcript that is too long is made shorter. */
export type Strategy = "auto" | "truncate" | "window" | "summarize";

/** What a prompt shows of the transcript when it does not show all of it (spec §1.10). */
import type { Turn } from "../schemas/turn.ts";

/** A place in the transcript: behind the turn with this index. */
export interface Place {
  round: number;
  index: number;
}

export interface View {
  /** Stands for the turns up to and with that place, or, where turns have other places, for those of these ids. */
  summary?: { text: string; until: Place; behind?: ReadonlySet<string> } | undefined;
  /** Ids of turns that are left out. */
  hidden?: ReadonlySet<string>;
}

/** What of a view is kept: the text stands beside the log. */
export function isBehind(turn: Pick<Turn, "round" | "index">, { round, index }: Place): boolean {
  return turn.round < round || (turn.round === round && turn.index <= index);
}

/** The turns that are shown word for word. A remark to one participant alone is never part of a summary. */
export function verbatim(turns: Turn[], view: View = {}): Turn[] {
  const { summary, hidden } = view;
  const isSummarized = (turn: Turn) => {
    if (!summary || turn.to !== undefined) return false;
    return summary.behind ? summary.behind.has(turn.id) : isBehind(turn, summary.until);
  };
  return turns.filter((turn) => !hidden?.has(turn.id) && !isSummarized(turn));
}

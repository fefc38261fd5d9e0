/** Votes on the motion, before and after. Pure. */

import type { Debate } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";

export type Counts = Record<"for" | "against" | "undecided", number>;

/** The counts of the result, or the votes so far; null without votes. */
export function votesIn({ result }: Debate, entries: Entry[]): { before: Counts; after: Counts | null } | null {
  const counted = result?.type === "verdict" ? (result.audience ?? result.vote) : undefined;
  if (counted) return { before: counted.before, after: counted.after };
  const before = castIn(entries, "before");
  return before ? { before, after: castIn(entries, "after") } : null;
}

function castIn(entries: Entry[], when: "before" | "after"): Counts | null {
  const cast = entries.flatMap(({ kind, event }) => (kind === "vote" && event.when === when ? [event.vote?.vote] : []));
  const count = (choice: string) => cast.filter((vote) => vote === choice).length;
  return cast.length === 0 ? null : { for: count("for"), against: count("against"), undecided: count("undecided") };
}

// @ts-check
/**
 * Votes on the motion, before and after. Pure.
 *
 * @typedef {Record<"for" | "against" | "undecided", number>} Counts
 */

/**
 * What the result counted, or before it what was cast so far; null where nobody votes.
 *
 * @param {import("../wire.d.ts").Debate} debate
 * @param {import("../story.js").Entry[]} entries
 * @returns {{ before: Counts, after: Counts | null } | null}
 */
export function votesIn({ result }, entries) {
  if (result?.type === "verdict" && result.vote) return { before: result.vote.before, after: result.vote.after };
  const before = castIn(entries, "before");
  return before ? { before, after: castIn(entries, "after") } : null;
}

/**
 * @param {import("../story.js").Entry[]} entries
 * @param {"before" | "after"} when
 * @returns {Counts | null}
 */
function castIn(entries, when) {
  const cast = entries.flatMap(({ kind, event }) => (kind === "vote" && event.when === when ? [event.vote?.vote] : []));
  const count = (/** @type {string} */ choice) => cast.filter((vote) => vote === choice).length;
  return cast.length === 0 ? null : { for: count("for"), against: count("against"), undecided: count("undecided") };
}

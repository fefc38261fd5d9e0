/** The checked claims as prompts show them: to ballots their passages alone, to the writer of the conclusion what was found. */
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { Fences } from "../fences/marks.ts";

const UNVERIFIED: Record<NonNullable<ClaimCheck["unverifiedBecause"]>, string> = {
  no_quote: "No passage of an exhibit was quoted for it.",
  quote_not_found: "The passage that was quoted for it stands in no such exhibit.",
  no_such_exhibit: "The exhibit that was named for it does not exist.",
  one_judge: "One judge reads this as contradicting the claim. No judge of another family has confirmed it.",
  judges_differ: "One judge reads this as contradicting the claim, a judge of another family does not.",
};

/** For prompts of judges, after the transcript; no block without claims. `claims`: with labels for names. */
export function claimBlocks(
  claims: ClaimCheck[] | undefined,
  { fence }: Fences,
  { turns, withStatus }: { turns: Turn[]; withStatus: boolean },
): string[] {
  const seen = (claims ?? []).filter(({ quotes }) => withStatus || quotes.length > 0);
  if (seen.length === 0) return [];
  const speakerOf = (id: string) => turns.find((turn) => turn.id === id)?.participant ?? [];
  const shown = seen.map((check, i) => {
    const { claim, turnIds, status, quotes } = check;
    const passages = quotes.map(({ ref, text }) => `${ref} says: "${text}"`);
    const lines = [claim, ...passages, ...(withStatus ? findings(check) : [])];
    const by = [...new Set(turnIds.flatMap(speakerOf))].join(", ");
    const about = { number: i + 1, ...(withStatus && { status }), by, turns: turnIds.join(", ") };
    return fence("claim", lines.join("\n"), about);
  });
  return [`${withStatus ? CHECKED : PASSAGES}\n${shown.join("")}`];
}

function findings({ why, unverifiedBecause, missingRefs = [], secondJudge }: ClaimCheck): string[] {
  return [
    unverifiedBecause ? UNVERIFIED[unverifiedBecause] : why,
    ...(secondJudge ? [`The second judge: ${secondJudge.why}`] : []),
    ...(missingRefs.length > 0 ? [`No such exhibit: ${missingRefs.join(", ")}.`] : []),
  ];
}

/** One model's reading, in one order, would anchor all ballots: they read the passages for themselves. */
const PASSAGES = `Passages of the exhibits on what speakers claimed. The code has found each one word for word in its exhibit. That it stands there does not show that it supports the claim, nor that it contradicts it: judge that yourself.`;

const CHECKED = `Claims that one judge compared with the exhibits. The code has found each passage quoted below in its exhibit; what it shows is that judge's reading, and a second judge's where one is named. An unverified claim is no evidence.`;

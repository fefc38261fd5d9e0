/** The checked claims as prompts of judges show them. */
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { Fences } from "../fences/marks.ts";

const UNVERIFIED: Record<NonNullable<ClaimCheck["unverifiedBecause"]>, string> = {
  no_quote: "No passage of an exhibit was quoted for it.",
  quote_not_found: "The passage that was quoted for it stands in no such exhibit.",
  no_such_exhibit: "The exhibit that was named for it does not exist.",
};

/** For prompts of judges, after the transcript; no block without claims. `claims`: with labels for names. */
export function claimBlocks(claims: ClaimCheck[] | undefined, { fence }: Fences, turns: Turn[]): string[] {
  if (!claims || claims.length === 0) return [];
  const speakerOf = (id: string) => turns.find((turn) => turn.id === id)?.participant ?? [];
  const shown = claims.map(({ claim, turnIds, status, quotes, why, unverifiedBecause, missingRefs = [] }, i) => {
    const lines = [
      claim,
      ...quotes.map(({ ref, text }) => `${ref} says: "${text}"`),
      ...(unverifiedBecause ? [UNVERIFIED[unverifiedBecause]] : [why]),
      ...(missingRefs.length > 0 ? [`No such exhibit: ${missingRefs.join(", ")}.`] : []),
    ];
    const by = [...new Set(turnIds.flatMap(speakerOf))].join(", ");
    return fence("claim", lines.join("\n"), { number: i + 1, status, by, turns: turnIds.join(", ") });
  });
  return [`${CHECKED}\n${shown.join("")}`];
}

const CHECKED = `Claims that were checked against the exhibits. The code has found each passage quoted below in its exhibit. A contradicted claim counts against whoever made it. An unverified one is no evidence.`;

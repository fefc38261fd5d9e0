/** The claims that were checked against the exhibits before the ballots. */

import { wordsOf } from "../../base/words/words.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { QuotedPassage } from "../../shapes/schemas/quoted-passage.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, joined, list, type Span, said, strong } from "./blocks.ts";
import { CONCLUSION_WORDS as WORDS } from "./conclusion-words.report.ts";
import { exhibitLink, turnLink } from "./names.report.ts";

type Whole = Pick<TranscriptExport, "debate" | "turns">;

export function claimSections(result: Result, whole: Whole): Block[] {
  if (result.type !== "verdict" || !result.claims?.length) return [];
  const { say } = wordsOf(whole.debate);
  return [heading(2, say(WORDS.claims)), list(result.claims.map((check) => claimLine(check, whole)))];
}

function claimLine(check: ClaimCheck, whole: Whole): Span[] {
  const { claim, turnIds, refs, missingRefs = [], status, unverifiedBecause, quotes, why } = check;
  const { debate } = whole;
  const { say } = wordsOf(debate);
  const places = [...turnIds.map((id) => turnLink(whole, id)), ...refs.map((id) => exhibitLink(debate, id))];
  return [
    strong(`${say(WORDS.statuses[status])}:`),
    { own: " " },
    said(claim),
    ...(places.length > 0 ? [{ own: " (" }, ...joined(places), { own: ")" }] : []),
    ...quoteSpans(quotes, debate),
    { own: " · " },
    unverifiedBecause ? { own: say(WORDS.unverified[unverifiedBecause]) } : said(why),
    ...(missingRefs.length > 0 && unverifiedBecause !== "no_such_exhibit"
      ? [{ own: ` · ${say(WORDS.unverified.no_such_exhibit)}` }]
      : []),
    ...(missingRefs.length > 0 ? [{ own: ": " }, said(missingRefs.join(", "))] : []),
  ];
}

/** Passages that the code has found. */
export function quoteSpans(quotes: QuotedPassage[], debate: Whole["debate"]): Span[] {
  return quotes.flatMap(({ ref, text }) => [
    { own: " · " },
    exhibitLink(debate, ref),
    { own: ": “" },
    said(text),
    { own: "”" },
  ]);
}

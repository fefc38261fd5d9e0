/** The claims that were checked against the exhibits before the ballots. Browsers get this file too. */

import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { QuotedPassage } from "../../shapes/schemas/quoted-passage.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { type Block, group, heading, joined, list, named, type Span, said, strong } from "./blocks.ts";
import { CONCLUSION_WORDS as WORDS } from "./conclusion-words.report.ts";
import { exhibitLink, type Tale, turnLink } from "./names.report.ts";

export function claimSections(result: Result, tale: Tale): Block[] {
  if (result.type !== "verdict" || !result.claims?.length) return [];
  return [
    heading(2, tale.words.say(WORDS.claims)),
    ...group("claims", [list(result.claims.map((check) => claimLine(check, tale)))]),
  ];
}

function claimLine(check: ClaimCheck, tale: Tale): Span[] {
  const { claim, turnIds, refs, missingRefs = [], unverifiedBecause, quotes, why, secondJudge } = check;
  const { debate, words } = tale;
  const { say } = words;
  const places = [...turnIds.map((id) => turnLink(tale, id)), ...refs.map((id) => exhibitLink(debate, id))];
  return [
    strong(`${say(statusOf(check))}:`),
    { own: " " },
    said(claim),
    ...bracketed(places),
    ...quoteSpans(quotes, debate),
    { own: " · " },
    unverifiedBecause ? { own: say(WORDS.unverified[unverifiedBecause]) } : said(why),
    ...(missingRefs.length > 0 && unverifiedBecause !== "no_such_exhibit"
      ? [{ own: ` · ${say(WORDS.unverified.no_such_exhibit)}` }]
      : []),
    ...(missingRefs.length > 0 ? [{ own: ": " }, named(missingRefs.join(", "))] : []),
    ...(secondJudge
      ? [{ own: " · " }, { own: say(WORDS.secondJudge, { model: secondJudge.model }) }, said(secondJudge.why)]
      : []),
  ];
}

/** How a claim stands, as its list begins with. */
export function statusOf({ status, secondJudge }: Pick<ClaimCheck, "status" | "secondJudge">) {
  return status === "contradicted" && secondJudge ? WORDS.contradictedByTwo : WORDS.statuses[status];
}

export function bracketed(spans: Span[]): Span[] {
  return spans.length === 0 ? [] : [{ own: " (" }, ...joined(spans), { own: ")" }];
}

/** Passages that the code has found. */
export function quoteSpans(quotes: QuotedPassage[], debate: Tale["debate"]): Span[] {
  return quotes.flatMap(({ ref, text }) => [
    { own: " · " },
    exhibitLink(debate, ref),
    { own: ": “" },
    said(text),
    { own: "”" },
  ]);
}

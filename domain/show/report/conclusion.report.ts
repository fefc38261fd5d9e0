/** The conclusion: what the debate gives to the person who asked. It comes first, before the ruling. */

import { type Text, type Words, wordsOf } from "../../base/words/words.ts";
import { reasons, unvotedReason } from "../../judge/conclusion/reasons.ts";
import type { Conclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, joined, list, paragraph, quote, type Span, said, strong } from "./blocks.ts";
import { quoteSpans } from "./claims.report.ts";
import { CONCLUSION_WORDS as WORDS } from "./conclusion-words.report.ts";
import { exhibitLink, nameOf, turnLink, voteOf } from "./names.report.ts";

type Crux = Conclusion["cruxes"][number];
type Whole = Pick<TranscriptExport, "debate" | "turns">;

/** `isBrief`: what no exhibit settles is only counted, and stands in `unsettledSections`. */
export function conclusionSections(result: Result, whole: Whole, { isBrief = false } = {}): Block[] {
  const { conclusion, ballots, contested } = result;
  if (!conclusion) return [];
  const { answer, support, writtenBy } = conclusion;
  const words = wordsOf(whole.debate);
  const { say } = words;
  const stance = stanceOf(conclusion, contested);
  return [
    heading(2, say(WORDS.title)),
    quote(answer.text),
    ...(answer.holder ? [paragraph(`${say(WORDS.holders)}: `, said(nameOf(whole.debate, answer.holder)))] : []),
    ...(answer.whyOther ? [paragraph(`${say(WORDS.whyOther)}: `, said(answer.whyOther))] : []),
    ...(stance ? [paragraph(strong(say(stance)))] : []),
    paragraph(strong(`${say(WORDS.support)}: ${say(WORDS.levels[support.level])}`)),
    ...items(supportLines(result, { debate: whole.debate, words })),
    ...cruxSections(conclusion, whole),
    ...part(say(WORDS.wouldChange), conclusion.wouldChange.map(changeLine)),
    ...part(
      say(WORDS.nextSteps),
      conclusion.nextSteps.map((step) => stepLine(step, words)),
    ),
    ...part(say(WORDS.evidence), [
      ...conclusion.evidence.filter((item) => !isBrief || isSettled(item)).map((item) => evidenceLine(item, whole)),
      ...(isBrief ? unsettledLines(conclusion, say) : []),
    ]),
    ...minoritySections(conclusion, { debate: whole.debate, ballots }),
    paragraph(`${say(WORDS.writtenBy)} `, said(writtenBy), "."),
  ];
}

/** The reasons of its support, in the report's language. */
export function supportLines(
  { conclusion, ballots, contestedBecause, ...result }: Result,
  { debate, words }: { debate: Whole["debate"]; words: Words },
): string[] {
  if (!conclusion) return [];
  const { support, writtenBy } = conclusion;
  const winner = result.type === "verdict" ? result.verdict.winner : null;
  const { participants } = debate;
  // It is stored in English.
  if (words.language === "en") return support.because;
  if (ballots.length === 0) return [unvotedReason(writtenBy, words)];
  const valid = ballots.filter((ballot) => ballot.valid).length;
  return reasons(support, { ballots: valid, winner, participants, contestedBecause, words });
}

/** null where the sides are not for and against, and where it is contested: a contested motion has no winning side. */
export function stanceOf({ answer }: Pick<Conclusion, "answer">, contested: boolean): Text | null {
  return answer.stance === null || contested ? null : WORDS.stances[answer.stance];
}

function cruxSections({ cruxes }: Conclusion, whole: Whole): Block[] {
  if (cruxes.length === 0) return [];
  const { say } = wordsOf(whole.debate);
  return [
    heading(3, say(WORDS.cruxes)),
    ...cruxes.flatMap((crux, i) => [
      heading(4, `${i + 1}. `, said(crux.question), ` (${say(WORDS.kinds[crux.kind])})`),
      list(cruxLines(crux, whole)),
    ]),
  ];
}

function cruxLines({ points, unanswered, prevailed }: Crux, whole: Whole): Span[][] {
  const { debate } = whole;
  const { say } = wordsOf(debate);
  return [
    ...Object.entries(points).map(([id, { point, turn }]) => [
      said(nameOf(debate, id)),
      { own: ": " },
      point === null ? { own: say(WORDS.noPoint) } : said(point),
      ...(turn === null ? [] : bracketed([turnLink(whole, turn)])),
    ]),
    ...(unanswered === null ? [] : [[...named(say(WORDS.unanswered)), said(unanswered)]]),
    [...named(say(WORDS.prevailed)), said(prevailed === null ? say(WORDS.nobody) : nameOf(debate, prevailed))],
  ];
}

function changeLine({ observation, effect }: Conclusion["wouldChange"][number]): Span[] {
  return [said(observation), { own: " → " }, said(effect)];
}

function stepLine({ action, crux }: Conclusion["nextSteps"][number], { say }: Words): Span[] {
  return [said(action), ...(crux === null ? [] : [{ own: ` (${say(WORDS.settles)} ${crux})` }])];
}

function isSettled({ status }: Conclusion["evidence"][number]): boolean {
  return status !== "unverified";
}

function unsettledLines({ evidence }: Conclusion, say: Words["say"]): Span[][] {
  const count = evidence.filter((item) => !isSettled(item)).length;
  return count === 0 ? [] : [[...named(say(WORDS.statuses.unverified)), { own: say("claims: {count}", { count }) }]];
}

/** Claims that no exhibit settles. */
export function unsettledSections({ conclusion }: Result, whole: Whole): Block[] {
  const lines = (conclusion?.evidence ?? [])
    .filter((item) => !isSettled(item))
    .map((item) => evidenceLine(item, whole));
  return lines.length === 0 ? [] : [heading(2, wordsOf(whole.debate).say(WORDS.evidence)), list(lines)];
}

function evidenceLine(
  { claim, turnIds, refs, status, quotes = [] }: Conclusion["evidence"][number],
  whole: Whole,
): Span[] {
  const { debate } = whole;
  const { say } = wordsOf(debate);
  const places = [...turnIds.map((id) => turnLink(whole, id)), ...refs.map((id) => exhibitLink(debate, id))];
  return [...named(say(WORDS.statuses[status])), said(claim), ...bracketed(places), ...quoteSpans(quotes, debate)];
}

function minoritySections(
  { minority }: Conclusion,
  { debate, ballots }: Pick<Whole, "debate"> & Pick<Result, "ballots">,
): Block[] {
  if (minority === null) return [];
  const words = wordsOf(debate);
  const { say } = words;
  const holders = minority.holders.map((id) => said(nameOf(debate, id)));
  const cast = minority.ballots.map((id) => {
    const ballot = ballots.find((one) => one.id === id);
    return said(ballot ? voteOf(ballot, words) : id);
  });
  return [
    heading(3, say(WORDS.minority)),
    quote(minority.case),
    ...(holders.length > 0 ? [paragraph(`${say(WORDS.holders)}: `, ...joined(holders))] : []),
    ...(cast.length > 0 ? [paragraph(`${say(WORDS.ballots)}: `, ...joined(cast, "; "))] : []),
  ];
}

function named(name: string): Span[] {
  return [strong(`${name}:`), { own: " " }];
}

function bracketed(spans: Span[]): Span[] {
  return spans.length === 0 ? [] : [{ own: " (" }, ...joined(spans), { own: ")" }];
}

function items(lines: string[]): Block[] {
  return lines.length === 0 ? [] : [list(lines)];
}

function part(title: string, lines: Span[][]): Block[] {
  return lines.length === 0 ? [] : [heading(3, title), list(lines)];
}

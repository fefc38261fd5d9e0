/** The conclusion: what the debate gives to the person who asked. It comes first, before the ruling. Browsers get this file too. */

import type { Text, Words } from "../../base/words/english.words.ts";
import { reasons, unvotedReason } from "../../judge/conclusion/reasons.ts";
import type { Conclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { isOpen } from "../../shapes/schemas/result-text.ts";
import {
  type Block,
  group,
  heading,
  joined,
  list,
  named,
  paragraph,
  part,
  quote,
  type Span,
  said,
  strong,
} from "./blocks.ts";
import { bracketed, quoteSpans } from "./claims.report.ts";
import { CONCLUSION_WORDS as WORDS } from "./conclusion-words.report.ts";
import { earnedLines } from "./earned.report.ts";
import { exhibitLink, person, type Tale, turnLink, voteOf } from "./names.report.ts";

type Crux = Conclusion["cruxes"][number];

/**
 * `isBrief`: what the reader needs to decide, without what it rests on. `isCounted`: claims that no exhibit settles are only
 * counted, and stand in `unsettledSections`.
 */
export function conclusionSections(
  result: Result,
  tale: Tale,
  { isBrief = false, isCounted = false }: { isBrief?: boolean; isCounted?: boolean } = {},
): Block[] {
  const { conclusion } = result;
  if (!conclusion) return [];
  const { answer, writtenBy } = conclusion;
  const { words } = tale;
  const { say } = words;
  return [
    heading(2, say(WORDS.title)),
    quote(answer.text, "lead"),
    ...(answer.holder ? [paragraph(`${say(WORDS.holders)}: `, person(tale.debate, answer.holder))] : []),
    ...(answer.whyOther ? [paragraph(`${say(WORDS.whyOther)}: `, said(answer.whyOther))] : []),
    ...supportSections(result, tale),
    ...cruxSections(conclusion, tale),
    ...group("columns", [
      ...group("part", part(say(WORDS.wouldChange), conclusion.wouldChange.map(changeLine))),
      ...group(
        "part",
        part(
          say(WORDS.nextSteps),
          conclusion.nextSteps.map((step) => stepLine(step, words)),
        ),
      ),
    ]),
    ...(isBrief
      ? []
      : [
          ...part(say(WORDS.evidence), [
            ...conclusion.evidence
              .filter((item) => !isCounted || isSettled(item))
              .map((item) => evidenceLine(item, tale)),
            ...(isCounted ? unsettledLines(conclusion, words) : []),
          ]),
          ...minoritySections(result, tale),
          paragraph(`${say(WORDS.writtenBy)} `, named(writtenBy), "."),
        ]),
  ];
}

/** Where it stands on the motion, and how well it is supported. */
export function supportSections(result: Result, tale: Tale): Block[] {
  const { conclusion } = result;
  if (!conclusion) return [];
  const { say } = tale.words;
  const stance = stanceOf(conclusion, isOpen(result));
  return group("support", [
    ...(stance ? [paragraph(strong(`${say(stance)}.`))] : []),
    paragraph(strong(`${say(WORDS.support)}: ${say(WORDS.levels[conclusion.support.level])}.`)),
    ...items([...supportLines(result, tale), ...earnedLines(conclusion.support, tale.earned ?? [], tale.words)]),
  ]);
}

/** The reasons of its support, in the report's language. */
function supportLines({ conclusion, ballots, contestedBecause, ...result }: Result, { debate, words }: Tale): string[] {
  if (!conclusion) return [];
  const { support, writtenBy } = conclusion;
  // It is stored in English.
  if (words.language === "en") return support.because;
  if (ballots.length === 0) return [unvotedReason(writtenBy, words)];
  const { winner = null, bench } = result.type === "verdict" ? { ...result.verdict, ...result } : {};
  const valid = ballots.filter((ballot) => ballot.valid).length;
  return reasons(support, {
    ballots: valid,
    winner,
    participants: debate.participants,
    contestedBecause,
    bench,
    words,
  });
}

/** null where the sides are not for and against, and where it is contested: a contested motion has no winning side. */
export function stanceOf({ answer }: Pick<Conclusion, "answer">, contested: boolean): Text | null {
  return answer.stance === null || contested ? null : WORDS.stances[answer.stance];
}

function cruxSections({ cruxes }: Conclusion, tale: Tale): Block[] {
  if (cruxes.length === 0) return [];
  const { say } = tale.words;
  return [
    heading(3, say(WORDS.cruxes)),
    ...cruxes.flatMap((crux, i) => [
      heading(4, `${i + 1}. `, said(crux.question), ` (${say(WORDS.kinds[crux.kind])})`),
      ...group("points", [list(cruxLines(crux, tale))]),
    ]),
  ];
}

function cruxLines({ points, unanswered, prevailed }: Crux, tale: Tale): Span[][] {
  const { debate, words } = tale;
  const { say } = words;
  return [
    ...Object.entries(points).map(([id, { point, turn }]) => [
      person(debate, id),
      { own: ": " },
      point === null ? { own: say(WORDS.noPoint) } : said(point),
      ...(turn === null ? [] : bracketed([turnLink(tale, turn)])),
    ]),
    ...(unanswered === null ? [] : [[...titled(say(WORDS.unanswered)), said(unanswered)]]),
    [...titled(say(WORDS.prevailed)), prevailed === null ? named(say(WORDS.nobody)) : person(debate, prevailed)],
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

function unsettledLines({ evidence }: Conclusion, { say }: Words): Span[][] {
  const count = evidence.filter((item) => !isSettled(item)).length;
  return count === 0 ? [] : [[...titled(say(WORDS.statuses.unverified)), { own: say("claims: {count}", { count }) }]];
}

/** Claims that no exhibit settles. */
export function unsettledSections({ conclusion }: Result, tale: Tale): Block[] {
  const lines = (conclusion?.evidence ?? []).filter((item) => !isSettled(item)).map((item) => evidenceLine(item, tale));
  return lines.length === 0 ? [] : [heading(2, tale.words.say(WORDS.evidence)), list(lines)];
}

function evidenceLine(
  { claim, turnIds, refs, status, quotes = [] }: Conclusion["evidence"][number],
  tale: Tale,
): Span[] {
  const { debate, words } = tale;
  const places = [...turnIds.map((id) => turnLink(tale, id)), ...refs.map((id) => exhibitLink(debate, id))];
  return [
    ...titled(words.say(WORDS.statuses[status])),
    said(claim),
    ...bracketed(places),
    ...quoteSpans(quotes, debate),
  ];
}

function minoritySections({ conclusion, ballots }: Result, { debate, words }: Tale): Block[] {
  const { minority = null } = conclusion ?? {};
  if (minority === null) return [];
  const { say } = words;
  const holders = minority.holders.map((id) => person(debate, id));
  const cast = minority.ballots.map((id) => {
    const ballot = ballots.find((one) => one.id === id);
    return named(ballot ? voteOf(ballot, words) : id);
  });
  return [
    heading(3, say(WORDS.minority)),
    quote(minority.case),
    ...(holders.length > 0 ? [paragraph(`${say(WORDS.holders)}: `, ...joined(holders))] : []),
    ...(cast.length > 0 ? [paragraph(`${say(WORDS.ballots)}: `, ...joined(cast, "; "))] : []),
  ];
}

function titled(name: string): Span[] {
  return [strong(`${name}:`), { own: " " }];
}

function items(lines: string[]): Block[] {
  return lines.length === 0 ? [] : [list(lines)];
}

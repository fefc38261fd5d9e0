/** The exhibits: where each is from, who cites it, and which claims it bears on. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import { type ExhibitUse, exhibitUses } from "../../rules/exhibits/uses.rules.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, em, heading, joined, list, paragraph, quote, type Span, said, strong, woven } from "./blocks.ts";
import { bracketed, statusOf } from "./claims.report.ts";
import { usesOfJudge } from "./lookups.report.ts";
import { exhibitHeading, type Tale, turnLink } from "./names.report.ts";

type Whole = Tale & Pick<TranscriptExport, "events" | "result">;

export function exhibitSections(whole: Whole): Block[] {
  const { debate, turns, events, result, words } = whole;
  const { exhibits = [] } = debate;
  if (exhibits.length === 0) return [];
  const lookups = [
    ...turns.map(({ id: turnId, participant, tools = [] }) => ({ turnId, participant, tools })),
    { turnId: "", participant: null, tools: usesOfJudge(events) },
  ];
  const useOf = exhibitUses({ turns, result, lookups });
  const shown = exhibits.flatMap((exhibit) => [
    heading(3, ...exhibitHeading(exhibit)),
    ...facts(exhibit, useOf(exhibit.id), whole),
    passageOf(exhibit, whole),
    ...exhibitUseBlocks(exhibit.id, useOf(exhibit.id), whole),
  ]);
  return [heading(2, words.say("Exhibits")), ...shown];
}

function passageOf(exhibit: Exhibit, { words }: Whole): Block {
  const note = passageNote(exhibit, words);
  if (note === null) return quote(exhibit.text);
  return paragraph(exhibit.image ? note : em(note));
}

/** What stands in the place of a text that there is none of; null: there is one. */
export function passageNote({ text, image }: Pick<Exhibit, "text" | "image">, { say }: Words): string | null {
  if (image) return say("An image of {width} × {height} pixels.", image);
  return text === "" ? say("Nothing of it was quoted.") : null;
}

function facts({ source, url, debate: from }: Exhibit, use: ExhibitUse, whole: Whole): Block[] {
  const whom = foundFor(use, whole);
  return [
    ...(source ? [paragraph(whole.words.say("Source: "), said(source))] : []),
    ...[url, from].flatMap((place) => (place ? [paragraph(said(place))] : [])),
    ...(whom.length > 0 ? [paragraph(...whom)] : []),
  ];
}

/** For whose turns it was found, and whether for the judge; empty: it was given. */
export function foundFor({ foundFor: all }: Pick<ExhibitUse, "foundFor">, tale: Tale): Span[] {
  const { say } = tale.words;
  const whom = all.map(
    ({ turnId, participant }): Span => (participant === null ? { own: say("the judge") } : turnLink(tale, turnId)),
  );
  return whom.length > 0 ? woven(say("Found for {whom}"), { whom: joined(whom) }) : [];
}

/** Who cites it, and which claims it bears on. */
export function exhibitUseBlocks(id: string, { citedBy, claims }: ExhibitUse, tale: Tale): Block[] {
  const { say } = tale.words;
  const citations = citedBy.map(({ turnId, quoted }) => [
    turnLink(tale, turnId),
    ...quoted.flatMap(({ text, found }): Span[] => [
      { own: " · “" },
      said(text),
      { own: found ? "”" : `” (${say("not found in")} ${id})` },
    ]),
  ]);
  const resting = claims.map(({ claim, turnIds, ...check }) => [
    strong(`${say(statusOf(check))}:`),
    { own: " " },
    said(claim),
    ...bracketed(turnIds.map((turnId) => turnLink(tale, turnId))),
  ]);
  return [...part(say("Cited by"), citations), ...part(say("Claims that it bears on"), resting)];
}

function part(title: string, lines: Span[][]): Block[] {
  return lines.length > 0 ? [paragraph(strong(`${title}:`)), list(lines)] : [];
}

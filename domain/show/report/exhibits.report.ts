/** The exhibits: where each is from, who cites it, and which claims it bears on. */

import { type ExhibitUse, exhibitUses } from "../../rules/exhibits/uses.rules.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, em, heading, joined, list, paragraph, quote, type Span, said, strong } from "./blocks.ts";
import { statusOf } from "./claims.report.ts";
import { usesOfJudge, woven } from "./lookups.report.ts";
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
    ...uses(exhibit.id, useOf(exhibit.id), whole),
  ]);
  return [heading(2, words.say("Exhibits")), ...shown];
}

function passageOf({ text, image }: Exhibit, { words: { say } }: Whole): Block {
  if (image) return paragraph(say("An image of {width} × {height} pixels.", image));
  return text === "" ? paragraph(em(say("Nothing of it was quoted."))) : quote(text);
}

function facts({ source, url, debate: from }: Exhibit, { foundFor }: ExhibitUse, whole: Whole): Block[] {
  const { say } = whole.words;
  const whom = foundFor.map(
    ({ turnId, participant }): Span => (participant === null ? { own: say("the judge") } : turnLink(whole, turnId)),
  );
  return [
    ...(source ? [paragraph(say("Source: "), said(source))] : []),
    ...[url, from].flatMap((place) => (place ? [paragraph(said(place))] : [])),
    ...(whom.length > 0 ? [paragraph(...woven(say("Found for {whom}"), joined(whom)))] : []),
  ];
}

function uses(id: string, { citedBy, claims }: ExhibitUse, whole: Whole): Block[] {
  const { say } = whole.words;
  const citations = citedBy.map(({ turnId, quoted }) => [
    turnLink(whole, turnId),
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
    ...(turnIds.length > 0
      ? [{ own: " (" }, ...joined(turnIds.map((turnId) => turnLink(whole, turnId))), { own: ")" }]
      : []),
  ]);
  return [...part(say("Cited by"), citations), ...part(say("Claims that it bears on"), resting)];
}

function part(title: string, lines: Span[][]): Block[] {
  return lines.length > 0 ? [paragraph(strong(`${title}:`)), list(lines)] : [];
}

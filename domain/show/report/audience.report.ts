/** How a debate moved its audience, or its judges' votes. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import type { AudienceResult, VoteCounts } from "../../shapes/schemas/vote.schema.ts";
import { type Block, group, heading, list, paragraph, type Span, said, table } from "./blocks.ts";

export function audienceSections(audience: AudienceResult, words: Words): Block[] {
  const { say, word } = words;
  const { before, after, switches, turns, votes } = audience;
  return [
    heading(3, say("The audience's votes on the motion")),
    votesTable({ before, after }, words),
    paragraph(swingLine(audience, words)),
    ...(switches.length > 0
      ? [
          list(
            switches.map(({ from, to, voters }): Span[] => [
              { own: say("{voters} moved from {from} to {to}", { voters, from: word(from), to: word(to) }) },
            ]),
          ),
        ]
      : [paragraph(say("Nobody changed its vote."))]),
    ...(turns.length > 0
      ? [
          paragraph(say("The turns that weighed most:")),
          list(turns.map(({ id, voters }) => say("{turn}: named by {voters}", { turn: id, voters }))),
        ]
      : []),
    ...group(
      "fold",
      [
        list(
          votes.map(({ voter, model, before: first, after: last, reasoning }): Span[] => {
            const about = { voter, model, before: word(first), after: word(last) };
            return [
              { own: say("Voter {voter} ({model}), {before} before and {after} after:", about) },
              { own: " " },
              said(reasoning),
            ];
          }),
        ),
      ],
      { title: say("Why each votes so") },
    ),
  ];
}

/** `swing`: of the votes of judges. */
export function votesTable(
  { before, after, swing }: { before: VoteCounts; after: VoteCounts; swing?: { for: number; against: number } },
  words: Words,
): Block {
  const { say } = words;
  const row = (name: string, counts: VoteCounts) => [name, counts.for, counts.against, counts.undecided];
  const moved = swing ? [[say("Swing"), signed(swing.for, words), signed(swing.against, words), ""]] : [];
  const rows = [row(say("Before"), before), row(say("After"), after), ...moved];
  return table(["", say("For"), say("Against"), say("Undecided")], rows);
}

function swingLine({ netSwing, interval, counted, voters }: AudienceResult, words: Words): string {
  const { say } = words;
  const missing =
    counted < voters ? ` ${say("Missing: {missing} of {voters} voters.", { missing: voters - counted, voters })}` : "";
  const figures = {
    swing: signed(netSwing, words),
    counted,
    low: signed(interval.low, words),
    high: signed(interval.high, words),
  };
  return `${say("Net swing towards the motion: {swing} of {counted} voters (95 % interval {low} to {high}).", figures)}${missing}`;
}

function signed(n: number, { number }: Words): string {
  return n > 0 ? `+${number(n)}` : number(n);
}

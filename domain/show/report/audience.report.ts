/** How a debate moved its audience. */

import type { Words } from "../../base/words/words.ts";
import type { AudienceResult } from "../../shapes/schemas/vote.schema.ts";
import { type Block, heading, list, paragraph, table } from "./blocks.ts";

export function audienceSections(audience: AudienceResult, words: Words): Block[] {
  const { say, word } = words;
  const { before, after, switches, turns, votes } = audience;
  const row = (name: string, counts: typeof before) => [name, counts.for, counts.against, counts.undecided];
  return [
    heading(3, say("The audience's votes on the motion")),
    table(["", say("For"), say("Against"), say("Undecided")], [row(say("Before"), before), row(say("After"), after)]),
    paragraph(swingLine(audience, words)),
    ...(switches.length > 0
      ? [
          list(
            switches.map(({ from, to, voters }) =>
              say("{voters} moved from {from} to {to}", { voters, from: word(from), to: word(to) }),
            ),
          ),
        ]
      : [paragraph(say("Nobody changed its vote."))]),
    ...(turns.length > 0
      ? [
          paragraph(say("The turns that weighed most:")),
          list(turns.map(({ id, voters }) => say("{turn}: named by {voters}", { turn: id, voters }))),
        ]
      : []),
    list(
      votes.map(
        ({ voter, model, before: first, after: last, reasoning }) =>
          `${say("Voter {voter} ({model}), {before} before and {after} after:", { voter, model, before: word(first), after: word(last) })} ${reasoning}`,
      ),
    ),
  ];
}

export function swingLine({ netSwing, interval, counted, voters }: AudienceResult, words: Words): string {
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

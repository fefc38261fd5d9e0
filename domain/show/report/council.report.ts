/** What the chair of a council wrote, and how the members ranked one another's answers. Browsers get this file too. */

import { nameOf } from "../../shapes/names.shape.ts";
import type { Council } from "../../shapes/schemas/council.schema.ts";
import type { CouncilResult } from "../../shapes/schemas/result.schema.ts";
import { type Block, group, heading, list, named, paragraph, part, quote, table } from "./blocks.ts";
import { endingLine } from "./ending.report.ts";
import { modelLabels, person, rankedNames, type Tale } from "./names.report.ts";

/** `isBrief`: the answer and the ranking. */
export function councilSections(
  result: CouncilResult,
  tale: Tale,
  { isBrief = false, isTitled = false } = {},
): Block[] {
  const { debate, words } = tale;
  const { say } = words;
  const { answer, consensus, contradictions, onlyOne, blindSpots, ranking, synthesizedBy } = result.council;
  const points = onlyOne.map(({ participantId, point }) => `${nameOf(debate, participantId)}: ${point}`);
  return [
    ...(isTitled ? [] : [heading(2, say("The council's answer"))]),
    paragraph(say("Written by "), named(synthesizedBy), `. ${endingLine(result, words)}`),
    quote(answer, "answer"),
    ...(isBrief
      ? []
      : [
          ...part(say("What they agree on"), consensus),
          ...part(say("Where they contradict one another"), contradictions),
          ...part(say("What only one of them saw"), points),
          ...part(say("What none of them saw"), blindSpots),
        ]),
    ...(ranking.length > 0 ? rankingSections(result.council, tale, isBrief) : []),
  ];
}

function rankingSections({ ranking, rankings }: Council, { debate, words }: Tale, isBrief: boolean): Block[] {
  const { say } = words;
  const models = modelLabels(debate);
  const rows = ranking.map(({ participantId, points, mean, place }) => [
    place ?? "–",
    person(debate, participantId),
    models.get(participantId) ?? "",
    words.number(points),
    mean === null ? "–" : words.digits(mean, 2),
  ]);
  const how = say(
    "Each ranked the others' answers without knowing whose they are. The last place counts 0 points and each place above it one more; tied places share the mean. The mean decides.",
  );
  const head = [say("Place"), say("Member"), say("Model"), say("Points"), say("Mean")];
  const reasons = [heading(3, say("Who ranked how, and why")), list(rankings.flatMap(reasonLines))];
  return [
    heading(3, say("The ranking")),
    ...(isBrief ? [] : [paragraph(how)]),
    table(head, rows, "ranking"),
    ...(isBrief ? [] : group("fold", reasons, { title: say("Who ranked how, and why") })),
  ];

  /** The order, then a line for each reason. */
  function reasonLines({ by, places, reasons: why }: Council["rankings"][number]): string[] {
    const name = nameOf(debate, by);
    const lines = places.flat().map((id) => `${name} → ${nameOf(debate, id)}: ${why[id] ?? ""}`);
    return [say("{name} ranks: {order}", { name, order: rankedNames(places, debate) }), ...lines];
  }
}

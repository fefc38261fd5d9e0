/** What the chair of a council wrote, and how the members ranked one another's answers. */

import { wordsOf } from "../../base/words/words.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Council } from "../../shapes/schemas/council.schema.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { CouncilResult } from "../../shapes/schemas/result.schema.ts";
import { modelLabels } from "../export/model-labels.ts";
import { type Block, heading, list, paragraph, quote, said, table } from "./blocks.ts";
import { ENDINGS, part } from "./verdict.report.ts";

export function councilSections(result: CouncilResult, debate: Debate): Block[] {
  const { say } = wordsOf(debate);
  const { answer, consensus, contradictions, onlyOne, blindSpots } = result.council;
  const points = onlyOne.map(({ participantId, point }) => `${nameOf(debate, participantId)}: ${point}`);
  return [
    heading(2, say("The council's answer")),
    councilCredit(result, debate),
    quote(answer),
    ...part(say("What they agree on"), consensus),
    ...part(say("Where they contradict one another"), contradictions),
    ...part(say("What only one of them saw"), points),
    ...part(say("What none of them saw"), blindSpots),
    ...rankingSections(result.council, debate),
  ];
}

export function councilCredit({ council, endedBy }: CouncilResult, debate: Debate): Block {
  const { say } = wordsOf(debate);
  const ending = say("The debate ended because {reason}.", { reason: say(ENDINGS[endedBy]) });
  return paragraph(say("Written by "), said(council.synthesizedBy), `. ${ending}`);
}

function rankingSections({ ranking, rankings }: Council, debate: Debate): Block[] {
  const words = wordsOf(debate);
  const { say } = words;
  const models = modelLabels(debate);
  if (ranking.length === 0) return [];
  const rows = ranking.map(({ participantId, points, mean, place }) => [
    place ?? "–",
    nameOf(debate, participantId),
    models.get(participantId) ?? "",
    words.number(points),
    mean === null ? "–" : words.digits(mean, 2),
  ]);
  return [
    heading(3, say("The ranking")),
    paragraph(
      say(
        "Each ranked the others' answers without knowing whose they are. The last place counts 0 points and each place above it one more; tied places share the mean. The mean decides.",
      ),
    ),
    table([say("Place"), say("Member"), say("Model"), say("Points"), say("Mean")], rows),
    heading(3, say("Who ranked how, and why")),
    list(rankings.flatMap((one) => reasonLines(one, debate))),
  ];
}

/** The order, then a line for each reason. */
function reasonLines({ by, places, reasons }: Council["rankings"][number], debate: Debate): string[] {
  const { say } = wordsOf(debate);
  const name = nameOf(debate, by);
  const order = places.map((tied) => tied.map((id) => nameOf(debate, id)).join(" = ")).join(" > ");
  const why = places.flat().map((id) => `${name} → ${nameOf(debate, id)}: ${reasons[id] ?? ""}`);
  return [say("{name} ranks: {order}", { name, order }), ...why];
}

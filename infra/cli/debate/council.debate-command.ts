/** A council's answer and ranking as plain text. */

import type { Council } from "../../../domain/shapes/schemas/council.schema.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { modelLabels } from "../../../domain/show/export/model-labels.ts";
import { plain, plainLine } from "../base/terminal.ts";
import { nameOf } from "./words.debate-command.ts";

export function councilHead({ answer, ranking }: Council, debate: Debate): string[] {
  return ["The council's answer", plain(answer), ...rankingLines(ranking, debate)];
}

export function councilText(council: Council, debate: Debate): string[] {
  const { consensus, contradictions, onlyOne, blindSpots, rankings } = council;
  return [
    ...councilHead(council, debate),
    ...list("What they agree on", consensus),
    ...list("Where they contradict one another", contradictions),
    ...list(
      "What only one of them saw",
      onlyOne.map(({ participantId, point }) => `${nameOf(participantId, debate)}: ${point}`),
    ),
    ...list("What none of them saw", blindSpots),
    ...list(
      "Who ranked how",
      rankings.map(({ by, places }) => `${nameOf(by, debate)}: ${rankedNames(places, debate)}`),
    ),
  ];
}

function rankingLines(ranking: Council["ranking"], debate: Debate): string[] {
  if (ranking.length === 0) return [];
  const models = modelLabels(debate);
  const lines = ranking.map(({ participantId: id, points, mean, place }) => {
    const average = mean === null ? "in no ranking" : `${points} points, ${mean.toFixed(2)} on average`;
    return `  ${place ?? "–"}. ${nameOf(id, debate)} (${plainLine(models.get(id) ?? "")}): ${average}`;
  });
  return ["", "The ranking", ...lines];
}

/** `Ada > Ben = Cleo` */
export function rankedNames(places: string[][], debate: Pick<Debate, "participants">): string {
  return places.map((tied) => tied.map((id) => nameOf(id, debate)).join(" = ")).join(" > ");
}

function list(title: string, points: string[]): string[] {
  return points.length === 0 ? [] : ["", title, ...points.map((point) => `  - ${plainLine(point)}`)];
}

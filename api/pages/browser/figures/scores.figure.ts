/** The judge's scores by round. Pure. */

import type { Assessment } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";

const OVERALL = "overall";

/** Scores by participant, round by round. The criterion is `overall`, or one that the judge scores by. */
export function scoresOver(entries: Entry[], criterion: string) {
  const judged = assessmentsIn(entries);
  const ids = [...new Set(judged.flatMap(({ assessments }) => assessments.map(({ participant }) => participant)))];
  const scoreIn = ({ assessments }: Assessment, id: string) => {
    const found = assessments.find(({ participant }) => participant === id);
    return (criterion === OVERALL ? found?.score : found?.scores[criterion]) ?? null;
  };
  return {
    rounds: judged.map(({ round }) => round),
    lines: new Map(ids.map((id) => [id, judged.map((assessment) => scoreIn(assessment, id))])),
  };
}

export function criteriaIn(entries: Entry[]) {
  const scores = assessmentsIn(entries).flatMap(({ assessments }) =>
    assessments.map((each) => Object.keys(each.scores)),
  );
  return [OVERALL, ...new Set(scores.flat())];
}

export function assessmentsIn(entries: Entry[]): Assessment[] {
  return entries.flatMap(({ event }) => (event.assessment ? [event.assessment] : []));
}

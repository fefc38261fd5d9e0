// @ts-check
/**
 * What the judge scored, over the rounds. Pure.
 *
 * @typedef {import("../story.js").Entry} Entry
 * @typedef {import("../wire.d.ts").Assessment} Assessment
 */

const OVERALL = "overall";

/**
 * Scores by participant, round by round.
 *
 * @param {Entry[]} entries
 * @param {string} criterion `overall`, or one that the judge scores by.
 * @returns {{ rounds: number[], lines: Map<string, (number | null)[]> }}
 */
export function scoresOver(entries, criterion) {
  const judged = assessmentsIn(entries);
  const ids = [...new Set(judged.flatMap(({ assessments }) => assessments.map(({ participant }) => participant)))];
  const scoreIn = (/** @type {Assessment} */ { assessments }, /** @type {string} */ id) => {
    const found = assessments.find(({ participant }) => participant === id);
    return (criterion === OVERALL ? found?.score : found?.scores[criterion]) ?? null;
  };
  return {
    rounds: judged.map(({ round }) => round),
    lines: new Map(ids.map((id) => [id, judged.map((assessment) => scoreIn(assessment, id))])),
  };
}

/** @param {Entry[]} entries */
export function criteriaIn(entries) {
  const scores = assessmentsIn(entries).flatMap(({ assessments }) =>
    assessments.map((each) => Object.keys(each.scores)),
  );
  return [OVERALL, ...new Set(scores.flat())];
}

/**
 * @param {Entry[]} entries
 * @returns {Assessment[]}
 */
export function assessmentsIn(entries) {
  return entries.flatMap(({ event }) => (event.assessment ? [event.assessment] : []));
}

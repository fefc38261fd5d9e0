// @ts-check
/**
 * The figures behind the pictures, taken from the story: scores over the rounds, cost over time, calls over time. Pure.
 *
 * @typedef {import("./story.js").Entry} Entry
 * @typedef {{ who: string, from: number, first: number | null, to: number | null, round: number | undefined }} Call Times in milliseconds; `to` is null while it lasts.
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
  const scoreIn = (/** @type {typeof judged[number]} */ { assessments }, /** @type {string} */ id) => {
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

/** @param {Entry[]} entries */
function assessmentsIn(entries) {
  return entries.flatMap(({ event }) => (event.assessment ? [event.assessment] : []));
}

/**
 * What had been spent after each whole call, in USD; calls of unknown price add nothing.
 *
 * @param {Entry[]} entries
 * @returns {{ at: number, usd: number }[]}
 */
export function costOver(entries) {
  const spent = entries
    .flatMap(({ turn, event }) => [
      ...(turn && turn.costUsd !== null ? [turn] : []),
      ...(event.assessment ? [event.assessment] : []),
    ])
    .map(({ at, costUsd }) => ({ at: Date.parse(at), usd: costUsd ?? 0 }))
    .toSorted((a, b) => a.at - b.at);
  let sum = 0;
  return spent.map(({ at, usd }) => ({ at, usd: (sum += usd) }));
}

/**
 * @param {Entry[]} entries
 * @returns {Call[]}
 */
export function callsIn(entries) {
  return entries.flatMap((entry) => callOf(entry) ?? []);
}

/**
 * @param {Entry} entry
 * @returns {Call | null}
 */
function callOf({ kind, event, turn, round, state }) {
  if (kind === "assessment" && event.assessment) {
    const to = Date.parse(event.at);
    return { who: "judge", from: to - event.assessment.latencyMs, first: null, to, round };
  }
  if (kind !== "turn" || event.type !== "turn.started") return null;
  if (turn) {
    const to = Date.parse(turn.at);
    const from = to - turn.latencyMs;
    const first = turn.firstTokenMs === null ? null : from + turn.firstTokenMs;
    return { who: turn.participantId, from, first, to, round };
  }
  if (state !== "speaking") return null;
  return { who: event.participantId ?? "", from: Date.parse(event.at), first: null, to: null, round };
}

// @ts-check
/**
 * Every call of a model that the log tells of: attempts at turns, and what judges and others were asked. Pure.
 *
 * @typedef {import("../story.js").Entry} Entry
 * @typedef {import("../wire.d.ts").Usage} Usage
 * @typedef {import("../wire.d.ts").WireEvent} WireEvent
 */

/**
 * Times in milliseconds since the epoch.
 *
 * @typedef {object} Call
 * @property {string} who A participant's id, or `judge`.
 * @property {string} what As in `rebuttal` or `ballot`.
 * @property {string | undefined} by The model, where several take the same part.
 * @property {number | undefined} round
 * @property {number} from
 * @property {number | null} first When its first word came, if that is known.
 * @property {number | null} to null: it goes on.
 * @property {string | null} failure Why it failed; null: it did not.
 * @property {boolean} again It is tried once more.
 * @property {number | null} usd null: unknown, or not known yet.
 * @property {number} tokens Input and output.
 */

const JUDGE = "judge";

/**
 * In the order in which they began.
 *
 * @param {Entry[]} entries
 * @returns {Call[]}
 */
export function callsIn(entries) {
  return entries.flatMap((entry) => CALLS[entry.event.type]?.(entry) ?? []).toSorted((a, b) => a.from - b.from);
}

/** @type {Record<string, (entry: Entry) => Call[]>} */
const CALLS = {
  "turn.started": attemptsOf,
  "assessment.completed": ({ event }) => paid(event, { what: "assessment", ...event.assessment }),
  "evaluation.completed": ({ event }) => paid(event, { what: "evaluation", ...event.evaluation }),
  "vote.completed": ({ event }) =>
    paid(event, { what: `vote ${event.when ?? ""}`, by: event.vote?.judge, ...event.vote }),
  "ballot.completed": ({ event }) => paid(event, { what: "ballot", by: event.ballot?.judge, ...event.ballot }),
  "context.summarized": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "summary", ...event.summary }),
  "positions.assigned": ({ event }) => paid(event, { ...event, what: "positions", who: JUDGE }),
  "clarification.collected": ({ event }) =>
    paid(event, { ...event, what: "questions", who: event.participantId ?? JUDGE }),
  // A verdict is made from ballots and an answer is a turn: they were called for already.
  "result.completed": ({ event }) =>
    event.result?.type === "solution" ? paid(event, { ...event.result, what: "solution" }) : [],
  "judge.failed": ({ event }) => [judgeFailure(event)],
};

/**
 * @param {WireEvent} event
 * @param {{ what: string, who?: string, by?: string | undefined, latencyMs?: number, at?: string, usage?: Usage, costUsd?: number | null }} act
 * @returns {Call[]}
 */
function paid({ at, round }, { who = JUDGE, what, by, latencyMs = 0, at: ended = at, usage, costUsd = null }) {
  // Nobody was asked, as when all positions were given.
  if (usage?.calls === 0) return [];
  const to = Date.parse(ended);
  return [
    { ...WHOLE, who, by, what: what.trim(), round, from: to - latencyMs, to, usd: costUsd, tokens: tokensOf(usage) },
  ];
}

const WHOLE = { by: undefined, first: null, failure: null, again: false };

/**
 * When it was asked is not told.
 *
 * @param {WireEvent} event
 * @returns {Call}
 */
function judgeFailure({ at, round, panelist, message, kind, waitMs, usage, costUsd = null }) {
  const from = Date.parse(at);
  const failure = message ?? kind ?? "failed";
  const spent = { usd: costUsd, tokens: tokensOf(usage) };
  return {
    who: JUDGE,
    what: "attempt",
    by: panelist,
    round,
    from,
    first: null,
    to: from,
    failure,
    again: isNumber(waitMs),
    ...spent,
  };
}

/**
 * @param {Entry} entry
 * @returns {Call[]}
 */
function attemptsOf(entry) {
  const { attempts = [], turn, round, event } = entry;
  const who = event.participantId ?? "";
  const what = event.phase ?? "turn";
  return attempts.map((attempt) => {
    if (turn?.status === "whole" && attempt === attempts.at(-1)) return lastOf(turn, { who, what, round });
    const { failure, first, to } = attempt;
    return {
      who,
      what,
      by: undefined,
      round,
      from: Date.parse(attempt.from),
      first: first === undefined ? null : Date.parse(first),
      to: to === undefined ? null : Date.parse(to),
      failure: failure ? (failure.message ?? failure.kind ?? "cut short") : to === undefined ? null : "failed",
      again: attempt !== attempts.at(-1) || isNumber(failure?.waitMs),
      // What a cut attempt cost is told by the event of its failure alone.
      ...(failure?.type === "turn.failed"
        ? { usd: failure.costUsd ?? null, tokens: tokensOf(failure.usage) }
        : { usd: null, tokens: 0 }),
    };
  });
}

/**
 * A turn itself tells its last attempt best.
 *
 * @param {import("../wire.d.ts").Turn} turn
 * @param {Pick<Call, "who" | "what" | "round">} about
 * @returns {Call}
 */
function lastOf({ at, latencyMs, firstTokenMs, costUsd, usage }, about) {
  const to = Date.parse(at);
  const from = to - latencyMs;
  const first = firstTokenMs === null ? null : from + firstTokenMs;
  return { ...WHOLE, ...about, from, first, to, usd: costUsd, tokens: tokensOf(usage) };
}

/** @param {Usage | undefined} usage */
function tokensOf(usage) {
  return usage ? usage.inputTokens + usage.outputTokens : 0;
}

/** @param {unknown} value */
function isNumber(value) {
  return typeof value === "number";
}

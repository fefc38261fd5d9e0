/** Every call in the log: attempts at turns, calls of judges and others, and what was looked up. Pure. */

import type { Lookup, Turn, Usage, WireEvent } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";

/** Times in milliseconds since the epoch. */
export interface Call {
  /** A participant's id, or `judge`. */
  who: string;
  /** As in `rebuttal` or `ballot`. */
  what: string;
  /** The model, if several have the same part. */
  by: string | undefined;
  round: number | undefined;
  from: number;
  /** When its first word came, if that is known. */
  first: number | null;
  /** null: not ended. */
  to: number | null;
  /** Why it failed; null: it did not. */
  failure: string | null;
  /** It is retried. */
  again: boolean;
  /** null: unknown, or not known yet. */
  usd: number | null;
  /** Input and output. */
  tokens: number;
  /** Of a tool: the exhibits that it found. */
  found?: string[];
}

const JUDGE = "judge";

/** In the order in which they began. */
export function callsIn(entries: Entry[]): Call[] {
  const calls = entries.flatMap((entry) => [...(CALLS[entry.event.type]?.(entry) ?? []), ...lookupsOf(entry)]);
  return calls.toSorted((a, b) => a.from - b.from);
}

const CALLS: Record<string, (entry: Entry) => Call[]> = {
  "turn.started": attemptsOf,
  "assessment.completed": ({ event }) => paid(event, { what: "assessment", ...event.assessment }),
  "evaluation.completed": ({ event }) => paid(event, { what: "evaluation", ...event.evaluation }),
  "vote.completed": ({ event }) =>
    paid(event, { what: `vote ${event.when ?? ""}`, by: event.vote?.judge, ...event.vote }),
  "ballot.completed": ({ event }) => paid(event, { what: "ballot", by: event.ballot?.judge, ...event.ballot }),
  "claims.checked": ({ event }) => paid(event, { what: "check of claims", ...event.claims }),
  "claims.confirmed": ({ event }) =>
    paid(event, { what: "second reading of claims", by: event.confirmed?.model, ...event.confirmed }),
  "conclusion.completed": ({ event }) => paid(event, { what: "conclusion", ...event.conclusion }),
  "answer.reviewed": ({ event }) =>
    paid(event, { what: "review of the answer", by: event.review?.judge, ...event.review }),
  "control_arm.answered": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "answer alone", ...billIn(event.answer) }),
  "control_arm.counted": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "count of answers", ...billIn(event.count) }),
  "output.completed": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "output", ...event.output }),
  "answers.grouped": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "groups of answers", ...event.groups }),
  "ranking.cast": ({ event }) => paid(event, { who: event.participantId ?? JUDGE, what: "ranking", ...event.ranking }),
  "poll.taken": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "private answer", ...event.poll }),
  "context.summarized": ({ event }) =>
    paid(event, { who: event.participantId ?? JUDGE, what: "summary", ...event.summary }),
  "positions.assigned": ({ event }) => paid(event, { ...event, what: "positions", who: JUDGE }),
  "clarification.collected": ({ event }) =>
    paid(event, { ...event, what: "questions", who: event.participantId ?? JUDGE }),
  // Turns and ballots are calls already; only a solution and a council's answer have a call of their own.
  "result.completed": ({ event: { result }, event }) =>
    result?.type === "solution" || result?.type === "council" ? paid(event, { ...result, what: result.type }) : [],
  "judge.failed": ({ event }) => [judgeFailure(event)],
};

/** An event's data about its call. */
interface Act extends Pick<Call, "what">, Partial<Pick<Call, "who" | "by">> {
  latencyMs?: number;
  at?: string;
  usage?: Usage;
  costUsd?: number | null;
}

/** Other events have other fields of these names. */
function billIn(part: WireEvent["answer"] | WireEvent["count"]): Partial<Act> {
  return typeof part === "object" && "usage" in part ? part : {};
}

function paid({ at, round }: WireEvent, act: Act): Call[] {
  const { who = JUDGE, what, by, latencyMs = 0, at: ended = at, usage, costUsd = null } = act;
  // No call, for example if all positions were given.
  if (usage?.calls === 0) return [];
  const to = Date.parse(ended);
  return [
    { ...WHOLE, who, by, what: what.trim(), round, from: to - latencyMs, to, usd: costUsd, tokens: tokensOf(usage) },
  ];
}

const WHOLE = { by: undefined, first: null, failure: null, again: false };

/** The log does not have the time of the request. */
function judgeFailure({ at, round, panelist, message, kind, waitMs, usage, costUsd = null }: WireEvent): Call {
  const from = Date.parse(at);
  const failure = message ?? kind ?? "failed";
  const spent = { usd: costUsd, tokens: tokensOf(usage) };
  const call = { ...WHOLE, who: JUDGE, what: "attempt", by: panelist, round, from, to: from };
  return { ...call, failure, again: isNumber(waitMs), ...spent };
}

function attemptsOf(entry: Entry): Call[] {
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
      // Only the failure event has the cost of an interrupted attempt.
      ...(failure?.type === "turn.failed"
        ? { usd: failure.costUsd ?? null, tokens: tokensOf(failure.usage) }
        : { usd: null, tokens: 0 }),
    };
  });
}

/** The call of the model that asked has their costs. */
function lookupsOf({ kind, event, round, lookups = [] }: Entry): Call[] {
  const who = kind === "lookups" ? JUDGE : (event.participantId ?? "");
  return lookups.map(({ type, tool, at, latencyMs = 0, status, message, exhibits = [] }) => {
    const end = Date.parse(at);
    return {
      ...WHOLE,
      who,
      what: LOOKUPS[type] ?? tool,
      round,
      from: end - latencyMs,
      to: status === undefined ? null : end,
      failure: message ?? null,
      usd: 0,
      tokens: 0,
      found: exhibits,
    };
  });
}

const LOOKUPS: Partial<Record<Lookup["type"], string>> = { web_search: "Web search", retrieval: "Search of the files" };

/** The turn has the exact times of its last attempt. */
function lastOf(
  { at, latencyMs, firstTokenMs, costUsd, usage }: Turn,
  about: Pick<Call, "who" | "what" | "round">,
): Call {
  const to = Date.parse(at);
  const from = to - latencyMs;
  const first = firstTokenMs === null ? null : from + firstTokenMs;
  return { ...WHOLE, ...about, from, first, to, usd: costUsd, tokens: tokensOf(usage) };
}

function tokensOf(usage: Usage | undefined) {
  return usage ? usage.inputTokens + usage.outputTokens : 0;
}

function isNumber(value: unknown) {
  return typeof value === "number";
}

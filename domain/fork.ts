/**
 * A fork shares its original's beginning, up to the end of a round, and goes on from there in its own way (spec §1.14).
 * Pure: which part of the log that is, and which changes leave standing what it rests on.
 */
import mergePatch from "json-merge-patch";
import type { Catalogue } from "./catalogue.ts";
import { checkRequest } from "./checks.ts";
import type { DebateConfig } from "./config.ts";
import { configOf } from "./configure.ts";
import type { DebateState } from "./debate-state.ts";
import type { Decision } from "./decision.ts";
import type { DraftEvent, EventPayloads, LogEvent } from "./events.ts";
import { type OwnRequest, ownRequest, placedAs, type Seat } from "./own-request.ts";
import type { DebatePlan, Durations } from "./plan.ts";
import { NOT_STORED, pointerOf, unsafe, withRequest } from "./revision.ts";
import type { Assessment } from "./schemas/assessment.ts";
import type { CastBallot } from "./schemas/ballot.ts";
import type { Evaluation } from "./schemas/evaluation.ts";
import type { Problem } from "./schemas/faults.ts";
import type { Summary } from "./schemas/summary.ts";
import type { Turn } from "./schemas/turn.ts";
import type { Vote } from "./schemas/vote.ts";
import { initialState, reduce } from "./state.ts";

/** What was said rests on these: a fork can not change them. */
const SETTLED = ["topic", "context", "format", "mode", "exhibits", "diversity", "clarifications", "retrieval"];
/** A fork that takes over no round asks all alone again, or does not. */
const SETTLED_BY_ROUND_1 = ["controlArm", "skipIfUnanimous"];
const SETTLED_OF_PARTICIPANTS = ["id", "name", "side", "position", "persona", "role"];

export type ForkedConfig = { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] };

/** How many rounds a log holds whole. */
export function wholeRounds(events: LogEvent[]): number {
  return Math.max(0, ...events.flatMap((e) => (e.type === "round.completed" ? [e.data.round] : [])));
}

/**
 * The events up to the end of a round as the beginning of another log: renumbered, without text chunks and without
 * references to revisions of the original's configuration. Round 0: none.
 */
export function prefixOf(
  events: LogEvent[],
  { afterRound, created }: { afterRound: number; created: EventPayloads["debate.created"] },
): LogEvent[] {
  const end = events.findLastIndex((e) => e.type === "round.completed" && e.data.round === afterRound);
  return (
    events
      .slice(0, end + 1)
      // Who judges the fork stands in its configuration.
      .filter(({ type }) => type !== "turn.delta" && type !== "judge.replaced")
      .map((event, i) => ({ ...inherited(event, created), id: i + 1 }))
  );
}

function inherited(event: LogEvent, created: EventPayloads["debate.created"]): DraftEvent {
  if (event.type === "debate.created") return { ...event, data: { ...event.data, ...created } };
  if (event.type !== "debate.status") return event;
  const { configured: _ofTheOriginal, ...data } = event.data;
  return { ...event, data };
}

/** The state in which a log leaves a debate of this plan. */
export function stateAfter(plan: DebatePlan, events: LogEvent[]): DebateState {
  return events.reduce<DebateState>(reduce, initialState(plan));
}

/** What stands beside the log: stored events hold each of these whole. */
export function recordsOf(events: LogEvent[]) {
  return {
    turns: events.flatMap((e) => (e.type === "turn.completed" ? [e.data.turn as Turn] : [])),
    assessments: events.flatMap((e) => (e.type === "assessment.completed" ? [e.data.assessment as Assessment] : [])),
    votes: events.flatMap((e) => (e.type === "vote.completed" ? [e.data.vote as Vote] : [])),
    ballots: events.flatMap((e) => (e.type === "ballot.completed" ? [e.data.ballot as CastBallot] : [])),
    summaries: events.flatMap((e) => (e.type === "context.summarized" ? [e.data.summary as Summary] : [])),
    decisions: decisionsIn(events),
    evaluations: events.flatMap((e) => (e.type === "evaluation.completed" ? [e.data.evaluation as Evaluation] : [])),
  };
}

/** Each as it stood last. */
function decisionsIn(events: LogEvent[]): Decision[] {
  const told = events.flatMap((e) =>
    e.type === "decision.requested" || e.type === "decision.made" ? [e.data.decision] : [],
  );
  return [...new Map(told.map((decision) => [decision.id, decision])).values()];
}

/**
 * The original's configuration with `changes`, a merge patch (RFC 7396) of its request. What is settled of a listed
 * participant may be left out. Problems have pointers into the body of the request for a fork.
 */
export function forkedConfig(
  original: DebateConfig,
  input: { changes: unknown; afterRound: number; catalogue: Catalogue; defaults: Durations },
): ForkedConfig {
  const { changes, afterRound, catalogue, defaults } = input;
  const base = ownRequest(original);
  const refused = base ? [...unsafe(changes), ...unsafe(base)] : [NOT_STORED];
  if (!base || refused.length > 0) return { config: null, problems: inChanges(refused) };
  const merged = mergePatch.apply(structuredClone(base), changes) as Seat;
  const problems = [...settledProblems(base, merged, afterRound), ...castProblems(base, merged)];
  const request = { ...merged, participants: seated(base, merged) };
  const checked = checkRequest(request, catalogue);
  const all = [...problems, ...checked.problems.filter((p) => !problems.some((q) => q.pointer === p.pointer))];
  if (!checked.request || all.length > 0) return { config: null, problems: inChanges(all) };
  const config = configOf(checked.request, catalogue);
  if (config.maxRounds < afterRound)
    return {
      config: null,
      problems: [
        { pointer: "/changes/maxRounds", detail: `must be at least ${afterRound}: so many rounds are taken over` },
      ],
    };
  return { config: placedAs(withRequest(config, request, defaults), original.participants), problems: [] };
}

function inChanges(problems: Problem[]): Problem[] {
  return problems.map(({ pointer, detail }) => ({ pointer: `/changes${pointer}`, detail }));
}

const RESTS = "can not change: what was said rests on it";

function settledProblems(base: OwnRequest, merged: Seat, afterRound: number): Problem[] {
  const settled = afterRound > 0 ? [...SETTLED, ...SETTLED_BY_ROUND_1] : SETTLED;
  const changed = settled.filter((name) => !isSame(base[name], merged[name]));
  const problems = changed.map((name) => ({ pointer: pointerOf(name), detail: RESTS }));
  return "start" in merged ? [...problems, { pointer: "/start", detail: "a fork goes on at once" }] : problems;
}

function castProblems(base: OwnRequest, { participants }: Seat): Problem[] {
  if (!Array.isArray(participants)) return [];
  if (participants.length !== base.participants.length)
    return [{ pointer: "/participants", detail: "must be the same participants in the same order" }];
  return base.participants.flatMap((before, i) => {
    const now = (participants[i] ?? {}) as Seat;
    return SETTLED_OF_PARTICIPANTS.filter((name) => now[name] !== undefined && !isSame(now[name], before[name])).map(
      (name) => ({ pointer: `/participants/${i}${pointerOf(name)}`, detail: RESTS }),
    );
  });
}

/** The participants with what is settled of them. */
function seated(base: OwnRequest, { participants }: Seat): unknown {
  if (!Array.isArray(participants)) return participants;
  return participants.map((now: unknown, i) => {
    const before = base.participants[i];
    if (!before || typeof now !== "object" || now === null) return now;
    const settled = SETTLED_OF_PARTICIPANTS.filter((name) => before[name] !== undefined);
    return { ...Object.fromEntries(settled.map((name) => [name, before[name]])), ...now };
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

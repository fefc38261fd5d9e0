/**
 * A fork copies its original's log up to the end of a round and continues with other settings
 * (docs/design/debate.md#114-records). This file finds that prefix, and rejects changes to what the prefix depends on.
 */
import { checkRequest } from "../../play/beginning/checks.beginning.ts";
import { plannedConfig } from "../../play/beginning/planned.ts";
import { withLayoutOf } from "../../play/beginning/prompt-layout.ts";
import { NOT_STORED, pointerOf, unsafe, withRequest } from "../../play/beginning/revision.ts";
import { withExhibits } from "../../play/beginning/with-given.ts";
import type { DraftEvent, EventPayloads, EventType, LogEvent } from "../../play/events/events.ts";
import { reduceLog } from "../../play/state/reduce.ts";
import { initialState } from "../../rules/protocols/initial-state.ts";
import { patched } from "../../rules/request/patched.ts";
import { takesPart } from "../../rules/request/taking-part.ts";
import { type OwnRequest, ownRequest, placedAs, type Seat } from "../../rules/seats/effective-request.ts";
import { withUsualModels } from "../../rules/seats/usual-models.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Configured } from "../../shapes/plan/configured.ts";
import type { DebatePlan, Durations } from "../../shapes/plan/plan.ts";
import type { Decision } from "../../shapes/schemas/decision.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { isAssessmentOf } from "../../shapes/turn-ids.ts";

/** A fork cannot change these: the inherited turns depend on them. */
const FIXED = ["topic", "context", "format", "mode", "exhibits", "diversity", "clarifications", "retrieval"];
/** A fork without inherited rounds asks for the answers alone and the first votes again, so it can change these. */
const FIXED_BY_ROUND_1 = ["controlArm", "skipIfUnanimous", "audience"];
const FIXED_OF_PARTICIPANTS = ["id", "name", "side", "position", "persona", "role"];

/** Number of complete rounds in a log. */
export function wholeRounds(events: LogEvent[]): number {
  return Math.max(0, ...events.flatMap((e) => (e.type === "round.completed" ? [e.data.round] : [])));
}

const NOT_TAKEN_OVER: EventType[] = ["turn.delta", "judge.replaced", "participant.replaced"];

/**
 * The events up to the end of a round as the start of another log: renumbered, without deltas and without references to
 * the original's configuration. Round 0: none.
 */
export function prefixOf(
  events: LogEvent[],
  { afterRound, created }: { afterRound: number; created: EventPayloads["debate.created"] },
): LogEvent[] {
  const end = events.findLastIndex((e) => e.type === "round.completed" && e.data.round === afterRound);
  const late = events.slice(end + 1).filter((e) => end >= 0 && isJudged(e, afterRound));
  return (
    [...events.slice(0, end + 1), ...late]
      // Who judges and speaks in the fork is in its configuration.
      .filter(({ type }) => !NOT_TAKEN_OVER.includes(type))
      .map((event, i) => ({ ...inherited(event, created), id: i + 1 }))
  );
}

/** The round may be assessed beside the next one. What failed attempts at it cost stays with the original. */
function isJudged(event: LogEvent, round: number): boolean {
  if (event.type === "assessment.completed") return event.data.round === round;
  return event.type === "act.skipped" && isAssessmentOf(event.data.actId, round);
}

function inherited(event: LogEvent, created: EventPayloads["debate.created"]): DraftEvent {
  if (event.type === "debate.created") return { ...event, data: { ...event.data, ...created } };
  if (event.type !== "debate.status") return event;
  const { configured: _ofTheOriginal, ...data } = event.data;
  return { ...event, data };
}

/** The state after these events. */
export function stateAfter(plan: DebatePlan, events: LogEvent[]): DebateState {
  return reduceLog(initialState(plan), events);
}

/** The records that are stored beside the log; stored events contain each of them whole. */
export function recordsOf(events: LogEvent[]) {
  return {
    turns: events.flatMap((e) => (e.type === "turn.completed" ? [e.data.turn] : [])),
    assessments: events.flatMap((e) => (e.type === "assessment.completed" ? [e.data.assessment] : [])),
    votes: events.flatMap((e) => (e.type === "vote.completed" ? [e.data.vote] : [])),
    ballots: events.flatMap((e) => (e.type === "ballot.completed" ? [e.data.ballot] : [])),
    claims: events.flatMap((e) => (e.type === "claims.checked" ? [e.data.claims] : [])),
    confirmed: events.flatMap((e) => (e.type === "claims.confirmed" ? [e.data.confirmed] : [])),
    alone: events.flatMap((e) => (e.type === "control_arm.answered" ? [e.data.answer] : [])),
    counts: events.flatMap((e) => (e.type === "control_arm.counted" ? [e.data.count] : [])),
    polls: events.flatMap((e) => (e.type === "poll.taken" ? [e.data.poll] : [])),
    conformity: events.flatMap((e) => (e.type === "poll.measured" ? [e.data.conformity] : [])),
    summaries: events.flatMap((e) => (e.type === "context.summarized" ? [e.data.summary] : [])),
    decisions: decisionsIn(events),
    rankings: events.flatMap((e) => (e.type === "ranking.cast" ? [e.data.ranking] : [])),
    evaluations: events.flatMap((e) => (e.type === "evaluation.completed" ? [e.data.evaluation] : [])),
  };
}

/** The latest version of each decision. */
function decisionsIn(events: LogEvent[]): Decision[] {
  const told = events.flatMap((e) =>
    e.type === "decision.requested" || e.type === "decision.made" ? [e.data.decision] : [],
  );
  return [...new Map(told.map((decision) => [decision.id, decision])).values()];
}

/**
 * Applies `changes`, a merge patch (RFC 7396), to the original's request. Fixed fields of a listed participant may be
 * omitted. Problems point into the body of the fork request.
 */
export function forkedConfig(
  original: DebateConfig,
  input: { changes: unknown; afterRound: number; catalogue: Catalogue; defaults: Durations },
): Configured {
  const { changes, afterRound, catalogue, defaults } = input;
  const base = ownRequest(original);
  const refused = base ? [...unsafe(changes), ...unsafe(base)] : [NOT_STORED];
  if (!base || refused.length > 0) return { config: null, problems: inChanges(refused) };
  const merged: Seat = patched(base, changes);
  const problems = [...fixedProblems(base, merged, afterRound), ...participantProblems(base, merged)];
  const { body: request, taken } = withUsualModels(
    { ...merged, participants: seated(base, merged) },
    catalogue,
    "/changes",
  );
  const checked = checkRequest(request, catalogue);
  const all = [...problems, ...checked.problems.filter((p) => !problems.some((q) => q.pointer === p.pointer))];
  if (!checked.request || all.length > 0) return { config: null, problems: inChanges(all) };
  const { config } = plannedConfig(checked.request, catalogue);
  if (config.maxRounds < afterRound)
    return {
      config: null,
      problems: [
        { pointer: "/changes/maxRounds", detail: `must be at least ${afterRound}: so many rounds are taken over` },
      ],
    };
  const laidOut = withLayoutOf(original, config, checked.request);
  const warned = { ...laidOut, warnings: [...taken, ...laidOut.warnings] };
  const forked = withRequest(materialOf(original, warned), request, defaults);
  return { config: placedAs(forked, original.participants), problems: [] };
}

/** With the texts of the original's material: what it refers to may be gone. */
export function materialOf({ exhibits }: DebateConfig, config: DebateConfig): DebateConfig {
  return exhibits ? withExhibits(config, exhibits) : config;
}

function inChanges(problems: Problem[]): Problem[] {
  return problems.map(({ pointer, detail }) => ({ pointer: `/changes${pointer}`, detail }));
}

const RESTS = "cannot change: the inherited turns depend on it";

function fixedProblems(base: OwnRequest, merged: Seat, afterRound: number): Problem[] {
  const fixed = afterRound > 0 ? [...FIXED, ...FIXED_BY_ROUND_1] : FIXED;
  const changed = fixed.filter((name) => !isSame(base[name], merged[name]));
  const problems = changed.map((name) => ({ pointer: pointerOf(name), detail: RESTS }));
  return "start" in merged ? [...problems, { pointer: "/start", detail: "a fork goes on at once" }] : problems;
}

function participantProblems(base: OwnRequest, { participants }: Seat): Problem[] {
  if (!Array.isArray(participants)) return [];
  if (participants.length !== base.participants.length)
    return [{ pointer: "/participants", detail: "must be the same participants in the same order" }];
  return base.participants.flatMap((before, i) => {
    const now = (participants[i] ?? {}) as Seat;
    if (!takesPart(now)) return [{ pointer: `/participants/${i}/enabled`, detail: RESTS }];
    return FIXED_OF_PARTICIPANTS.filter((name) => now[name] !== undefined && !isSame(now[name], before[name])).map(
      (name) => ({ pointer: `/participants/${i}${pointerOf(name)}`, detail: RESTS }),
    );
  });
}

/** Restores the participants' fixed fields. */
function seated(base: OwnRequest, { participants }: Seat): unknown {
  if (!Array.isArray(participants)) return participants;
  return participants.map((now: unknown, i) => {
    const before = base.participants[i];
    if (!before || typeof now !== "object" || now === null) return now;
    const fixed = FIXED_OF_PARTICIPANTS.filter((name) => before[name] !== undefined);
    return { ...Object.fromEntries(fixed.map((name) => [name, before[name]])), ...now };
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

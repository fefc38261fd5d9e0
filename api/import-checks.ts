/** Every fault of an export that is to be imported, each with its pointer; without any, the debate to store. Pure. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Catalogue, parseModel } from "../domain/catalogue.ts";
import { faultsOf } from "../domain/checks.ts";
import type { DebateConfig } from "../domain/config.ts";
import { configOf } from "../domain/configure.ts";
import type { DebateState } from "../domain/debate-state.ts";
import { EVENT_NAMES, EVENT_SHAPES } from "../domain/event-shapes.ts";
import { isTerminalEvent, type LogEvent } from "../domain/events.ts";
import { composeExport } from "../domain/export/compose.ts";
import { TranscriptExport } from "../domain/export/transcript.ts";
import { isSpoken, turnOf } from "../domain/interjections.ts";
import { isTerminal } from "../domain/lifecycle.ts";
import { planOf } from "../domain/plan-of.ts";
import type { DebateRequest } from "../domain/request.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { Debate } from "../domain/schemas/debate.ts";
import type { Problem } from "../domain/schemas/faults.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { Vote } from "../domain/schemas/vote.ts";
import { initialState, reduce } from "../domain/state.ts";
import type { DebateImport } from "../store/port/debates.ts";
import type { AppDeps } from "./context.ts";
import { isDebateId } from "./ids.ts";
import { unknownFields } from "./unknown-fields.ts";

type Checked = { debate: DebateImport; problems: [] } | { debate: null; problems: Problem[] };
type Deps = Pick<AppDeps, "catalogue" | "settings">;

export function checkImport(deps: Deps, input: { tenant: string; body: unknown }): Checked {
  const { body, tenant } = input;
  const parsed = TranscriptExport.safeParse(body);
  if (!parsed.success) return { debate: null, problems: faultsOf(parsed.error) };
  // What came in and not what the schema made of it: the order of its fields is that of the export.
  const given = body as TranscriptExport & { events: LogEvent[] };
  const shape = [...unknownFields(body, parsed.data), ...identityFaults(given), ...eventFaults(given)];
  if (shape.length > 0) return { debate: null, problems: shape };
  const debate = debateOf(deps, { tenant, given });
  const problems = [
    ...stateFaults(given.debate, debate.record.state),
    ...remarkFaults(given, debate.record.state),
    ...contradictions(given),
  ];
  return problems.length > 0 ? { debate: null, problems } : { debate, problems: [] };
}

const numberOf = (id: string) => Number(id.slice(1));

function identityFaults(given: TranscriptExport) {
  const { debate, turns, assessments, evaluations = [], summaries, questions, rejudgements = [] } = given;
  const problems: Problem[] = [];
  const fault = (pointer: string, detail: string) => void problems.push({ pointer, detail });
  if (!isDebateId(debate.id)) fault("/debate/id", "must be a debate's id");
  if (!isTerminal(debate.status)) fault("/debate/status", "only a debate that is over can be imported");
  for (const [i, { model }] of debate.participants.entries())
    if (!parseModel(model)) fault(`/debate/participants/${i}/model`, "must be provider/model");
  if (debate.judge && !parseModel(debate.judge.model)) fault("/debate/judge/model", "must be provider/model");
  const lists = { turns: turns.filter(isSpoken), assessments, evaluations, summaries };
  for (const [name, list] of Object.entries(lists)) problems.push(...orderFaults(name, list));
  for (const [i, { id }] of questions.entries())
    if (id !== `q${i + 1}`) fault(`/questions/${i}/id`, `must be q${i + 1}`);
  for (const [i, { id, status }] of rejudgements.entries()) {
    const isNext = /^j[1-9]\d?$/.test(id) && numberOf(id) > numberOf(rejudgements[i - 1]?.id ?? "j0");
    if (!isNext) fault(`/rejudgements/${i}/id`, "must be j1, j2 and so on, in this order");
    if (status === "running") fault(`/rejudgements/${i}/status`, "only one that is over can be imported");
  }
  return problems;
}

const PLACE = /^g([1-9]\d{0,2})-(?:r\d{1,3}-t([1-9]\d{0,2})$)?/;

/** Ids are of one generation, and each item stands where it is listed again. */
function orderFaults(name: string, list: { id: string; round: number }[]): Problem[] {
  const placeOf = ({ id, round }: { id: string; round: number }) => {
    const index = PLACE.exec(id)?.[2] ?? "0";
    return [round, index]
      .map((n) => String(n).padStart(3, "0"))
      .concat(encodeURIComponent(id))
      .join("#");
  };
  return list.flatMap((item, i) => {
    const before = list[i - 1];
    const isId = name === "turns" ? /-t\d+$/.test(item.id) && PLACE.test(item.id) : PLACE.test(item.id);
    const generation = PLACE.exec(list[0]?.id ?? "")?.[1];
    if (!isId || PLACE.exec(item.id)?.[1] !== generation)
      return [{ pointer: `/${name}/${i}/id`, detail: "must be an id as Parley makes them, all of one generation" }];
    if (before && placeOf(before) >= placeOf(item))
      return [{ pointer: `/${name}/${i}`, detail: "must stand in its order, once" }];
    return [];
  });
}

function eventFaults({ events }: { events: LogEvent[] }): Problem[] {
  const problems = events.flatMap(({ id, type, data }, i): Problem[] => {
    if (!(EVENT_NAMES as string[]).includes(type)) return [{ pointer: `/events/${i}/type`, detail: "unknown event" }];
    if (id <= (events[i - 1]?.id ?? 0)) return [{ pointer: `/events/${i}/id`, detail: "ids must rise" }];
    if (isTerminalEvent(type) && i < events.length - 1)
      return [{ pointer: `/events/${i}`, detail: "nothing may follow the terminal event" }];
    const parsed = z.looseObject(EVENT_SHAPES[type]).safeParse(data);
    if (parsed.success) return [];
    return faultsOf(parsed.error).map((fault) => ({ ...fault, pointer: `/events/${i}/data${fault.pointer}` }));
  });
  if (isTerminalEvent(events.at(-1)?.type ?? "")) return problems;
  return [...problems, { pointer: "/events", detail: "must end with the terminal event" }];
}

function debateOf(
  { catalogue, settings }: Deps,
  input: { tenant: string; given: TranscriptExport & { events: LogEvent[] } },
): DebateImport {
  const { tenant, given } = input;
  const { debate: view, assessments, summaries, questions, decisions, evaluations = [], events } = given;
  const turns = given.turns.filter(isSpoken);
  const config = configOfExport(given, catalogue);
  const { durations, continueAfterEvents } = settings;
  const plan = planOf({ tenant, debateId: view.id, config, durations, continueAfterEvents });
  const resets = events.filter((e) => e.type === "debate.status" && e.data.by === "reset").length;
  const generation = Number(PLACE.exec([...turns, ...assessments][0]?.id ?? "")?.[1] ?? 1 + resets);
  const first = Math.max(1, generation - resets);
  const state = events.reduce<DebateState>(reduce, { ...initialState(plan), generation: first });
  // Their schema was checked: an exported event holds the whole vote.
  const cast = events.flatMap((e) => (e.type === "vote.completed" ? [e.data.vote as Vote] : []));
  const votes = cast.filter((vote) => vote.id.startsWith(`g${generation}-`));
  const counted = events.flatMap((e) => (e.type === "ballot.completed" ? [e.data.ballot as CastBallot] : []));
  const ballots = counted.filter((ballot) => ballot.id.startsWith(`g${generation}-`));
  const { revision: _ofItsDraft, ...rest } = state;
  const { id, version, createdAt } = view;
  const { rejudgements } = given;
  const rejudged = rejudgements && { rejudged: rejudgements.map((r) => `${r.id}:${r.status}`) };
  const record = { tenant, id, version, config, state: { ...rest, generation }, createdAt, ...rejudged };
  return {
    record,
    view,
    turns,
    assessments,
    votes,
    ballots,
    summaries,
    evaluations,
    questions,
    decisions,
    rating: given.trace.userRating,
    ...(rejudgements && { rejudgements }),
    notes: notesOf(given, state),
    events,
  };
}

/** The texts of interjections; their places are in the events. */
function notesOf({ turns }: TranscriptExport, { interjections = [] }: DebateState): DebateImport["notes"] {
  return interjections.flatMap(({ id, note }) => {
    const text = turns.find((turn) => turn.id === id)?.text;
    return text === undefined ? [] : [{ note, text }];
  });
}

/** What an export says of its configuration, with defaults for what it does not say. */
function configOfExport({ debate, questions, turns }: TranscriptExport, catalogue: Catalogue): DebateConfig {
  const { topic, context, format, maxRounds, minRounds, mode, tags, metadata, demo, warnings } = debate;
  const participants = debate.participants.map((p) => {
    const { id, name, model, side, position, persona, role } = p;
    return { id, name, model, side, position, persona, role };
  });
  const request = {
    topic,
    context,
    format,
    maxRounds,
    minRounds,
    mode,
    tags,
    metadata,
    participants,
    ...(debate.judge && { judge: importedJudge(debate.judge) }),
    ...((debate.controlArm || turns.some(({ phase }) => phase === "blind")) && { controlArm: true }),
    ...(debate.skipIfUnanimous && { skipIfUnanimous: true }),
    ...(questions.length > 0 && { clarifications: { enabled: true, maxIterations: 3, maxPerAgent: 3 } }),
  } as DebateRequest;
  const config = configOf(request, catalogue);
  const origin = debate.forkedFrom && { forkedFrom: debate.forkedFrom };
  return { ...config, ...(!debate.judge && { judge: null }), ...origin, demo, warnings, imported: true };
}

function importedJudge({ model, criteria, panel, bothOrders }: NonNullable<Debate["judge"]>) {
  return {
    model,
    criteria,
    ...(panel.length > 0 && { panel }),
    ...(bothOrders !== undefined && { bothOrders }),
  };
}

/** What lists, filters and guards go by must be what the events lead to. */
function stateFaults(view: Debate, state: DebateState): Problem[] {
  const fields = ["status", "round", "startedAt", "completedAt"] as const;
  return fields
    .filter((field) => view[field] !== state[field])
    .map((field) => ({ pointer: `/debate/${field}`, detail: "is not what the events lead to" }));
}

/** Interjections stand among the turns as the events placed them, and nothing else does. */
function remarkFaults({ turns }: TranscriptExport, { interjections = [] }: DebateState): Problem[] {
  const remarks = turns.filter((turn) => !isSpoken(turn));
  const placed = interjections.map((ref) => turnOf(ref, remarks.find(({ id }) => id === ref.id)?.text ?? ""));
  if (isDeepStrictEqual(remarks, placed) && isDeepStrictEqual(turns, inOrder(turns))) return [];
  return [{ pointer: "/turns", detail: "its interjections are not those that the events placed" }];
}

function inOrder(turns: Turn[]): Turn[] {
  return [...turns.filter(isSpoken), ...turns.filter((turn) => !isSpoken(turn))].toSorted(
    (a, b) => a.round - b.round || a.index - b.index,
  );
}

/** An export of this debate would say the same. */
function contradictions(given: TranscriptExport & { events: LogEvent[] }): Problem[] {
  const again = composeExport({ ...given, rating: given.trace.userRating });
  return Object.entries(again)
    .filter(([name, part]) => !isDeepStrictEqual(part, given[name as keyof TranscriptExport]))
    .map(([name]) => ({ pointer: `/${name}`, detail: "contradicts the rest, or is not as Parley exports it" }));
}

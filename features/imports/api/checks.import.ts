/** Checks an export before its import: returns every problem with its pointer, or the debate to store. Pure. */
import { isDeepStrictEqual } from "node:util";
import { isDebateId } from "../../../api/base/ids.api-base.ts";
import { unknownFields } from "../../../api/http/unknown-fields.ts";
import { recordsOf } from "../../../domain/around/branches/fork.ts";
import { withoutBidi } from "../../../domain/base/text/invisible.ts";
import { bytesOf } from "../../../domain/base/text/text.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { eventFaults } from "../../../domain/play/events/check-events.ts";
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";
import { reduceLog } from "../../../domain/play/state/reduce.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { type DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";
import { ParticipantId } from "../../../domain/rules/request/participant.ts";
import { situationOf } from "../../../domain/rules/state/situation.ts";
import { type Catalogue, parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import { isTerminal, move } from "../../../domain/shapes/lifecycle.shape.ts";
import { SHOWN_OPTIONS } from "../../../domain/shapes/options.shape.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { picked } from "../../../domain/shapes/plan/picked.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import { MOST_PROBLEMS, unique } from "../../../domain/shapes/problems.shape.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import type { Imported } from "../../../domain/shapes/schemas/provenance.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { isSpoken, turnOf } from "../../../domain/shapes/state/interjections.state.ts";
import type { DebateState } from "../../../domain/shapes/state/state.ts";
import { composeExport } from "../../../domain/show/export/compose.export.ts";
import { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { listedOf } from "../../../store/debates/configs.ts";
import type { DebateImport } from "../../../store/port/debates.port.ts";
import type { PublicKey } from "../../receipts/api/keys.api.ts";
import { ballotFaults } from "../../receipts/domain/checks/ballots.check.ts";
import { logFaults } from "../../receipts/domain/checks/log.check.ts";
import { importedAs, receiptFaults, withoutReceipt } from "./receipt.import.ts";

export interface ImportSettings {
  durations: Durations;
  continueAfterEvents: number;
}
type Checked = { debate: WholeImport; problems: [] } | { debate: null; problems: Problem[] };
type Deps = { catalogue: Catalogue; settings: ImportSettings };
/** With all its lists in memory. */
type WholeImport = Omit<DebateImport, "digest" | "turns" | "assessments" | "events"> &
  Pick<TranscriptExport, "turns" | "assessments"> & { events: LogEvent[] };

/** `keys`: the install's own for receipts. A receipt of another key is checked without its signature. */
export function checkImport(deps: Deps, input: { tenant: string; body: unknown; keys: PublicKey[] }): Checked {
  const { body, tenant, keys } = input;
  const parsed = TranscriptExport.safeParse(body);
  if (!parsed.success) return { debate: null, problems: faultsOf(parsed.error) };
  // The original body instead of the parsed one: its fields are in the order of the export.
  const signed = body as TranscriptExport;
  const given = withoutReceipt(signed) as TranscriptExport & { events: LogEvent[] };
  const own = [...identityFaults(given), ...endFaults(given), ...receiptFaults(signed, keys)];
  const shape = [...unknownFields(body, parsed.data), ...own];
  if (shape.length > 0) return { debate: null, problems: shape };
  const debate = debateOf(deps, { tenant, given, imported: importedAs(signed, keys) });
  const problems = unique([
    ...stateFaults(given.debate, debate.record.state),
    ...sizeFaults(debate),
    ...remarkFaults(given, debate.record.state),
    ...contradictions(given),
    ...logFaults(given),
    ...ballotFaults(given),
  ]);
  return problems.length > 0 ? { debate: null, problems } : { debate, problems: [] };
}

const numberOf = (id: string) => Number(id.slice(1));

function identityFaults(given: TranscriptExport) {
  const { debate, turns, assessments, evaluations = [], summaries, questions, rejudgements = [] } = given;
  const problems: Problem[] = [];
  const fault = (pointer: string, detail: string) => void problems.push({ pointer, detail });
  if (!isDebateId(debate.id)) fault("/debate/id", "must be a debate's id");
  for (const name of ["forks", "twins"] as const)
    for (const [i, id] of (debate[name] ?? []).entries())
      if (!isDebateId(id) || id <= (debate[name]?.[i - 1] ?? ""))
        fault(`/debate/${name}/${i}`, "must be a debate's id, in order, without repetition");
  if (debate.twinOf !== undefined && !isDebateId(debate.twinOf)) fault("/debate/twinOf", "must be a debate's id");
  if (Number.isNaN(Date.parse(debate.createdAt))) fault("/debate/createdAt", "must be a time");
  if (!isTerminal(debate.status)) fault("/debate/status", "only a debate that is over can be imported");
  for (const [i, { id, model, name }] of debate.participants.entries()) {
    if (!parseModel(model)) fault(`/debate/participants/${i}/model`, "must be provider/model");
    if (!ParticipantId.safeParse(id).success) fault(`/debate/participants/${i}/id`, "must be a participant's id");
    if (withoutBidi(name) !== name) fault(`/debate/participants/${i}/name`, "must have no bidirectional controls");
  }
  const known = new Set(debate.participants.map(({ id }) => id));
  for (const [i, turn] of turns.entries())
    if (isSpoken(turn) && !known.has(turn.participantId)) fault(`/turns/${i}/participantId`, "must be a participant");
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

const TURN_ID = /^g[1-9]\d{0,2}-r(?:0|[1-9]\d{0,2})-t[1-9]\d{0,2}$/;

/** Ids belong to one generation, and items are in the order of their ids. */
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
    const isId = (name === "turns" ? TURN_ID : PLACE).test(item.id);
    const generation = PLACE.exec(list[0]?.id ?? "")?.[1];
    if (!isId || PLACE.exec(item.id)?.[1] !== generation)
      return [{ pointer: `/${name}/${i}/id`, detail: "must be an id that Parley created, all of one generation" }];
    if (before && placeOf(before) >= placeOf(item))
      return [{ pointer: `/${name}/${i}`, detail: "must be in order, without repetition" }];
    return [];
  });
}

/** A debate that is over has a terminal event. */
function endFaults({ events }: { events: LogEvent[] }): Problem[] {
  const problems = eventFaults(events);
  if (problems.length >= MOST_PROBLEMS || isTerminalEvent(events.at(-1)?.type ?? "")) return problems;
  return [...problems, { pointer: "/events", detail: "must end with the terminal event" }];
}

function debateOf(
  { catalogue, settings }: Deps,
  input: { tenant: string; given: TranscriptExport & { events: LogEvent[] }; imported: Imported },
): WholeImport {
  const { tenant, given, imported } = input;
  const { debate: view, assessments, summaries, questions, decisions, evaluations = [] } = given;
  const events: LogEvent[] = given.events;
  const turns = given.turns.filter(isSpoken);
  const config = configOfExport(given, catalogue);
  const { durations, continueAfterEvents } = settings;
  const plan = planOf({ tenant, debateId: view.id, config, durations, continueAfterEvents });
  const resets = events.filter((e) => e.type === "debate.status" && e.data.by === "reset").length;
  const generation = Number(PLACE.exec([...turns, ...assessments][0]?.id ?? "")?.[1] ?? 1 + resets);
  const first = Math.max(1, generation - resets);
  const state = reduceLog({ ...initialState(plan), generation: first }, events);
  const cast = recordsOf(events);
  const isCurrent = ({ id: of }: { id: string }) => of.startsWith(`g${generation}-`);
  const { revision: _ofItsDraft, ...rest } = state;
  const { id, version, createdAt } = view;
  const { rejudgements } = given;
  const rejudged = rejudgements && { rejudged: rejudgements.map((r) => `${r.id}:${r.status}`) };
  const known = view.knownOutcome && { knownOutcome: view.knownOutcome };
  const seen = acknowledgedSince(view, state);
  const ofView = { ...rejudged, ...known, ...seen, ...branchesOf(view) };
  const record = { tenant, id, version, config, state: { ...rest, generation }, createdAt, ...ofView };
  return {
    record,
    view: { ...view, imported },
    turns,
    assessments,
    votes: cast.votes.filter(isCurrent),
    ballots: cast.ballots.filter(isCurrent),
    claims: cast.claims.filter(isCurrent),
    confirmed: cast.confirmed.filter(isCurrent),
    alone: cast.alone.filter(isCurrent),
    counts: cast.counts.filter(isCurrent),
    rankings: cast.rankings.filter(isCurrent),
    polls: cast.polls.filter(isCurrent),
    conformity: cast.conformity.filter(isCurrent),
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

/** In the order in which the store has them. */
function branchesOf({ forks = [], twins = [] }: Debate): Pick<DebateImport["record"], "forks" | "twins"> {
  return { ...(forks.length > 0 && { forks }), ...(twins.length > 0 && { twins }) };
}

/** Warnings that the log leaves open, and that the debate says were acknowledged after its end. */
function acknowledgedSince({ warnings }: Debate, state: DebateState): Pick<DebateImport["record"], "acknowledgedAt"> {
  const late = move(situationOf(state), "acknowledge") && warnings.findLast((warning) => warning.acknowledged);
  return late?.acknowledgedAt ? { acknowledgedAt: late.acknowledgedAt } : {};
}

/** The texts of interjections. The events have only their places. */
function notesOf({ turns }: TranscriptExport, { interjections = [] }: DebateState): DebateImport["notes"] {
  return interjections.flatMap(({ id, note }) => {
    const text = turns.find((turn) => turn.id === id)?.text;
    return text === undefined ? [] : [{ note, text }];
  });
}

/** The configuration, as far as the export has it, with defaults for the rest. */
function configOfExport({ debate, questions }: TranscriptExport, catalogue: Catalogue): DebateConfig {
  const { topic, context, language, format, maxRounds, minRounds, mode, tags, metadata, demo, warnings } = debate;
  const participants = debate.participants.map(
    ({ id, name, model, side, position, persona: text, inCharacter, role }) => {
      return { id, name, model, side, position, persona: { text, inCharacter }, role };
    },
  );
  const given = { topic, context, language, format, maxRounds, minRounds, mode, tags, metadata, participants };
  const request = {
    ...given,
    ...(debate.judge && { judge: importedJudge(debate.judge) }),
    ...(debate.judge?.ahead && { overlap: "ahead", judging: "every-round" }),
    ...(typeof debate.controlArm === "object" && { controlArm: debate.controlArm }),
    ...picked(debate, SHOWN_OPTIONS),
    ...(debate.agreementIntensity !== undefined && { agreement: debate.agreementIntensity }),
    ...(questions.length > 0 && { clarifications: { enabled: true, maxIterations: 3, maxPerAgent: 3 } }),
  } as DebateRequest;
  const config = configOf(request, catalogue);
  const origin = picked(debate, ["forkedFrom", "twinOf"]);
  // Those that were found are as good as given: nobody finds more.
  const exhibits = debate.exhibits && { exhibits: debate.exhibits };
  // The others are made from the state.
  const notices = warnings.filter(({ acknowledged }) => acknowledged === undefined);
  const judge = !debate.judge && { judge: null };
  const { summaries } = debate;
  const dialectic = config.dialectic && summaries && { dialectic: { ...config.dialectic, summaries } };
  return { ...config, ...judge, ...dialectic, ...origin, ...exhibits, demo, warnings: notices, imported: true };
}

function importedJudge({ model, criteria, panel, bothOrders, guides }: NonNullable<Debate["judge"]>) {
  return {
    model,
    criteria,
    ...(panel.length > 0 && { panel }),
    ...(bothOrders !== undefined && { bothOrders }),
    // Left out, it would be as the format has it.
    guides: guides === true,
  };
}

/** The fields that lists, filters and guards use must follow from the events. */
function stateFaults(view: Debate, state: DebateState): Problem[] {
  const fields = ["status", "round", "startedAt", "completedAt"] as const;
  return fields
    .filter((field) => view[field] !== state[field])
    .map((field) => ({ pointer: `/debate/${field}`, detail: "does not follow from the events" }));
}

/** Bytes of JSON. What lists show and the state are in one item of the store, which may have 400 KB. */
const MOST_IN_META = 150_000;

function sizeFaults({ record: { config, state, forks, twins } }: Pick<DebateImport, "record">): Problem[] {
  const listed = [listedOf(config), config.metadata, forks, twins];
  const sizes = { "/debate": JSON.stringify(listed), "/events": JSON.stringify(state) };
  return Object.entries(sizes)
    .filter(([, json]) => bytesOf(json) > MOST_IN_META)
    .map(([pointer]) => ({ pointer, detail: `its summary may have ${MOST_IN_META} bytes` }));
}

/** The turns must contain exactly the interjections of the events, in their places. */
function remarkFaults({ turns }: TranscriptExport, { interjections = [] }: DebateState): Problem[] {
  const remarks = turns.filter((turn) => !isSpoken(turn));
  const placed = interjections.map((ref) => turnOf(ref, remarks.find(({ id }) => id === ref.id)?.text ?? ""));
  if (isDeepStrictEqual(remarks, placed) && isDeepStrictEqual(turns, inOrder(turns))) return [];
  return [{ pointer: "/turns", detail: "its interjections differ from those of the events" }];
}

function inOrder(turns: Turn[]): Turn[] {
  return [...turns.filter(isSpoken), ...turns.filter((turn) => !isSpoken(turn))].toSorted(
    (a, b) => a.round - b.round || a.index - b.index,
  );
}

/** Exporting this debate again must give the same parts. */
function contradictions(given: TranscriptExport & { events: LogEvent[] }): Problem[] {
  const again = composeExport({ ...given, rating: given.trace.userRating });
  return Object.entries(again)
    .filter(([name, part]) => !isDeepStrictEqual(part, given[name as keyof TranscriptExport]))
    .map(([name]) => ({ pointer: `/${name}`, detail: "contradicts the rest, or differs from what Parley exports" }));
}

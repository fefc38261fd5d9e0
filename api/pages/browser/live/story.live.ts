/**
 * Folds the log's events into entries in reading order. Pure, so that a reload, a second tab and a late reader show the
 * same.
 */
import type { Lookup, Turn, WireEvent } from "../base/wire.page-base.ts";

/** One item of the story. `revision` grows with every change, so that unchanged entries are not drawn again. */
export interface Entry {
  key: string;
  revision: number;
  /** An act is a call that only the pictures show. Lookups are the judge's. */
  kind: "round" | "turn" | "assessment" | "vote" | "evaluation" | "questions" | "decision" | "note" | "lookups" | "act";
  /** Its first event. */
  event: WireEvent;
  round?: number;
  /** Of a turn: its text so far. */
  text?: string;
  /** Of a turn. */
  state?: "speaking" | "whole" | "failed" | "waiting";
  /** Of a whole turn. */
  turn?: Turn;
  /** To questions, by their ids; null: not answered in time. */
  answers?: Map<string, string | null>;
  /** Of a turn that is retried or failed. */
  fault?: string;
  /** Of a turn, in order. */
  attempts?: Attempt[];
  /** What was looked up for it, in order. */
  lookups?: Lookup[];
  /** Of a round: when it was over. */
  ended?: string;
  /** From before the debate began anew. */
  isEarlier?: true;
}

/** One attempt at a turn. Times are ISO 8601. */
interface Attempt {
  /** From 1. */
  number: number;
  from: string;
  /** When the first piece of text came, if the page was open. */
  first?: string;
  /** When it failed or completed. */
  to?: string;
  /** The event of its failure. */
  failure?: WireEvent;
}

export interface Story {
  entries: Entry[];
  /** The entries from before the debate began anew, one list for each time. */
  earlier: Entry[][];
  /** By the id of the turn, or of the judge's act. */
  turns: Map<string, Entry>;
  /** By the same ids: a turn may begin after what was looked up for it. */
  lookups: Map<string, Lookup[]>;
  /** Id of the last event. */
  last: number;
  over: boolean;
  /** Ids of the first events of unfinished turns. */
  speaking: number[];
}

const TERMINAL = new Set(["debate.completed", "debate.failed", "debate.cancelled"]);
/** Events that change the text of an unfinished turn. */
const CAUGHT_UP = new Set(["turn.delta", "turn.restarted", "turn.failed"]);

export function emptyStory(): Story {
  return { entries: [], earlier: [], turns: new Map(), lookups: new Map(), last: 0, over: false, speaking: [] };
}

export function isTerminal(type: string) {
  return TERMINAL.has(type);
}

/** Adds an event to the story. Known events and unknown types change nothing. */
export function addEvent(story: Story, event: WireEvent) {
  if (event.id <= story.last) return;
  story.last = event.id;
  if (TERMINAL.has(event.type)) story.over = true;
  const kind = KINDS[event.type];
  if (kind) add(story, { kind, event });
  else HANDLERS[event.type]?.(story, event);
}

/** The event after which the stream must begin to have all pieces of unfinished turns. */
export function liveFrom(story: Story) {
  const open = [...story.turns.values()].filter(({ state }) => state === "speaking" || state === "waiting");
  return Math.min(story.last, ...open.map(({ event }) => event.id));
}

/** Adds a piece of text from before the last event to an unfinished turn. Returns whether the event is one. */
export function catchUp(story: Story, event: WireEvent) {
  if (!CAUGHT_UP.has(event.type)) return false;
  HANDLERS[event.type]?.(story, event);
  return true;
}

/** Events that become an entry as they are. */
const KINDS: Record<string, Entry["kind"]> = {
  "round.started": "round",
  "assessment.completed": "assessment",
  "vote.completed": "vote",
  "evaluation.completed": "evaluation",
  "decision.made": "decision",
  "participant.dropped": "note",
  "participant.replaced": "note",
  "judge.replaced": "note",
  "judge.failed": "note",
  "act.skipped": "note",
  "round.timed_out": "note",
  "ranking.cast": "note",
  "positions.assigned": "act",
  "clarification.collected": "act",
  "retrieval.completed": "act",
  "ballot.completed": "act",
  "claims.checked": "act",
  "claims.confirmed": "act",
  "conclusion.completed": "act",
  "answer.reviewed": "act",
  "control_arm.answered": "act",
  "control_arm.counted": "act",
  "poll.taken": "act",
  "poll.measured": "act",
  "context.summarized": "act",
  "result.completed": "act",
  "output.completed": "act",
};

const HANDLERS: Record<string, (story: Story, event: WireEvent) => void> = {
  "round.completed": (story, event) => {
    const round = story.entries.findLast((entry) => entry.kind === "round" && entry.round === event.round);
    if (round) round.ended = event.at;
  },
  "turn.started": startTurn,
  "turn.delta": (story, event) =>
    change(story, event, (entry) => {
      if (entry.state === "whole" || (event.attempt ?? 1) < (entry.event.attempt ?? 1)) return;
      const attempt = openAttempt(entry, event);
      if (attempt) attempt.first ??= event.at;
      entry.state = "speaking";
      entry.text += event.text ?? "";
    }),
  "turn.restarted": (story, event) =>
    change(story, event, (entry) => {
      if (entry.state === "whole") return;
      beginAttempt(entry, event);
      Object.assign(entry, {
        text: "",
        state: "speaking",
        fault: `started over: ${event.message ?? event.kind ?? ""}`,
      });
    }),
  "turn.failed": (story, event) =>
    change(story, event, (entry) => {
      const waits = event.waitMs !== null && event.waitMs !== undefined;
      Object.assign(openAttempt(entry, event) ?? {}, { to: event.at, failure: event });
      Object.assign(entry, {
        text: "",
        state: waits ? "waiting" : "failed",
        fault: `${event.message ?? event.kind ?? "failed"}${waits ? "; retrying" : ""}`,
      });
    }),
  "turn.completed": completeTurn,
  "tool.called": noteLookup,
  "exhibits.found": noteLookup,
  "clarification.asked": (story, event) => {
    if (event.questions?.length) add(story, { kind: "questions", event, answers: new Map() });
  },
  "clarification.answered": (story, event) => {
    const entry = story.entries.findLast(({ kind }) => kind === "questions");
    if (!entry) return;
    for (const { questionId, answer } of event.answers ?? []) entry.answers?.set(questionId, answer);
    entry.revision += 1;
  },
  "interjection.added": (story, event) => {
    const entry = add(story, { kind: "turn", event, text: "", state: "waiting" });
    if (event.turnId) story.turns.set(event.turnId, entry);
  },
  "debate.status": changeStatus,
};

/** What was begun before a reset is never completed, and the transcript no longer has the texts of its remarks. */
function isSaid({ state }: Entry) {
  return state !== "speaking" && state !== "waiting";
}

const NOTED_STATUSES = new Set(["paused", "error", "awaiting_decision"]);
const NOTED_COMMANDS = new Set(["resume", "retry", "reset", "stop"]);

function changeStatus(story: Story, event: WireEvent) {
  if (event.by === "reset") {
    story.earlier.push(story.entries.filter(isSaid).map((entry) => ({ ...entry, isEarlier: true })));
    story.entries = [];
    story.turns.clear();
    story.lookups.clear();
  }
  if (NOTED_STATUSES.has(event.status ?? "") || NOTED_COMMANDS.has(event.by ?? "")) add(story, { kind: "note", event });
}

function startTurn(story: Story, event: WireEvent) {
  const known = event.turnId ? story.turns.get(event.turnId) : undefined;
  if (known) {
    Object.assign(known, { event, text: "", state: "speaking", revision: known.revision + 1 });
    beginAttempt(known, event);
    return;
  }
  const lookups = story.lookups.get(event.turnId ?? "");
  const entry = add(story, { kind: "turn", event, text: "", state: "speaking", ...(lookups && { lookups }) });
  beginAttempt(entry, event);
  if (event.turnId) story.turns.set(event.turnId, entry);
}

/** A participant's id that stands for the judge. */
const JUDGE = "_judge";

/** A call that was made is told again with what came of it. */
function noteLookup(story: Story, event: WireEvent) {
  const { turnId = "", participantId, use, at } = event;
  // Events of other kinds have a number of this name.
  if (typeof use !== "object") return;
  const lookup: Lookup = { at, ...use };
  const before = story.lookups.get(turnId) ?? [];
  const isKnown = before.some(({ id }) => id === use.id);
  const lookups = isKnown ? before.map((one) => (one.id === use.id ? lookup : one)) : [...before, lookup];
  story.lookups.set(turnId, lookups);
  if (participantId === JUDGE && !story.turns.has(turnId))
    story.turns.set(turnId, add(story, { kind: "lookups", event }));
  change(story, event, (entry) => (entry.lookups = lookups));
}

function completeTurn(story: Story, event: WireEvent) {
  if (event.turnId && !story.turns.has(event.turnId)) startTurn(story, event);
  change(story, event, (entry) => {
    const { turn } = event;
    Object.assign(entry, { turn, text: turn?.text ?? entry.text, state: "whole" });
    // The turn of an import may come without the events of its tools.
    if (turn?.tools) entry.lookups = turn.tools;
    const last = entry.attempts?.at(-1);
    if (last) last.to ??= event.at;
    delete entry.fault;
  });
}

/** The previous attempt, if it has no end, was cut off when this one began. Repeated events change nothing. */
function beginAttempt(entry: Entry, event: WireEvent) {
  const { at, attempt: number = 1 } = event;
  const attempts = (entry.attempts ??= []);
  if (attempts.some(({ from }) => from === at)) return;
  const last = attempts.at(-1);
  if (last && last.to === undefined) Object.assign(last, { to: at, failure: event });
  attempts.push({ number, from: at });
}

function openAttempt({ attempts }: Entry, { attempt = 1 }: WireEvent) {
  return attempts?.findLast(({ number, to }) => number === attempt && to === undefined);
}

/** The transcript has the text of an interjection; the log only its place. */
export function fillInterjection(story: Story, turn: Turn) {
  const entry = story.turns.get(turn.id);
  if (!entry || entry.state === "whole") return;
  Object.assign(entry, { turn, text: turn.text, state: "whole", revision: entry.revision + 1 });
}

function add(story: Story, entry: Pick<Entry, "kind" | "event"> & Partial<Entry>): Entry {
  const whole = { key: `e${entry.event.id}`, revision: 0, ...entry, ...roundOf(entry.event) };
  story.entries.push(whole);
  return whole;
}

function roundOf({ round }: WireEvent) {
  return round === undefined ? {} : { round };
}

function change(story: Story, event: WireEvent, by: (entry: Entry) => void) {
  const entry = event.turnId ? story.turns.get(event.turnId) : undefined;
  if (!entry) return;
  by(entry);
  entry.revision += 1;
}

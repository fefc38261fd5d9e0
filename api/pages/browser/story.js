// @ts-check
/**
 * The debate as it is told: the log's events folded into entries in the order of reading. Pure, so that a reload, a
 * second tab and a reader that comes late all tell the same.
 *
 * @typedef {import("./wire.d.ts").WireEvent} WireEvent
 * @typedef {import("./wire.d.ts").Turn} Turn
 */

/**
 * One thing to read. `revision` grows with every change of it, so that what stayed is not drawn again.
 *
 * @typedef {object} Entry
 * @property {string} key
 * @property {number} revision
 * @property {"round" | "turn" | "assessment" | "vote" | "evaluation" | "questions" | "decision" | "note" | "act"} kind
 *   An act is nothing to read: a call that only the pictures show.
 * @property {WireEvent} event The event that began it.
 * @property {number} [round]
 * @property {string} [text] Of a turn: what was said so far.
 * @property {"speaking" | "whole" | "failed" | "waiting"} [state] Of a turn.
 * @property {Turn} [turn] Of a whole turn.
 * @property {Map<string, string | null>} [answers] To questions, by their ids; null: not answered in time.
 * @property {string} [fault] Of a turn that is taken again, or failed.
 * @property {Attempt[]} [attempts] Of a turn, in order.
 */

/**
 * One attempt at a turn. Times are ISO 8601.
 *
 * @typedef {object} Attempt
 * @property {number} number From 1.
 * @property {string} from
 * @property {string} [first] When the first piece of text came, if somebody listened then.
 * @property {string} [to] When it failed, or its turn was whole.
 * @property {WireEvent} [failure] What it failed of: the event that told so.
 */

/**
 * @typedef {object} Story
 * @property {Entry[]} entries
 * @property {Map<string, Entry>} turns By turn id.
 * @property {number} last The id of the last event told.
 * @property {boolean} over
 * @property {number[]} speaking Ids of the events that began turns which are not whole yet.
 */

const TERMINAL = new Set(["debate.completed", "debate.failed", "debate.cancelled"]);
/** What belongs to the text of a turn under way. */
const CAUGHT_UP = new Set(["turn.delta", "turn.restarted", "turn.failed"]);

/** @returns {Story} */
export function emptyStory() {
  return { entries: [], turns: new Map(), last: 0, over: false, speaking: [] };
}

/** @param {string} type */
export function isTerminal(type) {
  return TERMINAL.has(type);
}

/**
 * Tells one more event. An event that was told already changes nothing, and neither does one of a type that the page
 * does not know.
 *
 * @param {Story} story
 * @param {WireEvent} event
 */
export function tell(story, event) {
  if (event.id <= story.last) return;
  story.last = event.id;
  if (TERMINAL.has(event.type)) story.over = true;
  TELLERS[event.type]?.(story, event);
}

/**
 * Where a reader who was told all but the pieces of text must begin to hear the rest of turns under way.
 *
 * @param {Story} story
 */
export function liveFrom(story) {
  const open = [...story.turns.values()].filter(({ state }) => state === "speaking" || state === "waiting");
  return Math.min(story.last, ...open.map(({ event }) => event.id));
}

/**
 * A piece of text of a turn under way, which lies before the last event that was told.
 *
 * @param {Story} story
 * @param {WireEvent} event
 */
export function catchUp(story, event) {
  if (CAUGHT_UP.has(event.type)) TELLERS[event.type]?.(story, event);
}

/** @type {Record<string, (story: Story, event: WireEvent) => void>} */
const TELLERS = {
  "round.started": (story, event) => add(story, { kind: "round", event }),
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
      Object.assign(entry, { text: "", state: "speaking", fault: `began again: ${event.message ?? event.kind ?? ""}` });
    }),
  "turn.failed": (story, event) =>
    change(story, event, (entry) => {
      const waits = event.waitMs !== null && event.waitMs !== undefined;
      Object.assign(openAttempt(entry, event) ?? {}, { to: event.at, failure: event });
      Object.assign(entry, {
        text: "",
        state: waits ? "waiting" : "failed",
        fault: `${event.message ?? event.kind ?? "failed"}${waits ? "; it is tried again" : ""}`,
      });
    }),
  "turn.completed": completeTurn,
  "assessment.completed": (story, event) => add(story, { kind: "assessment", event }),
  "vote.completed": (story, event) => add(story, { kind: "vote", event }),
  "evaluation.completed": (story, event) => add(story, { kind: "evaluation", event }),
  "clarification.asked": (story, event) => {
    if (event.questions?.length) add(story, { kind: "questions", event, answers: new Map() });
  },
  "clarification.answered": (story, event) => {
    const entry = story.entries.findLast(({ kind }) => kind === "questions");
    if (!entry) return;
    for (const { questionId, answer } of event.answers ?? []) entry.answers?.set(questionId, answer);
    entry.revision += 1;
  },
  "decision.made": (story, event) => add(story, { kind: "decision", event }),
  "interjection.added": (story, event) => {
    const entry = add(story, { kind: "turn", event, text: "", state: "waiting" });
    if (event.turnId) story.turns.set(event.turnId, entry);
  },
  "participant.dropped": (story, event) => add(story, { kind: "note", event }),
  "judge.replaced": (story, event) => add(story, { kind: "note", event }),
  "judge.failed": (story, event) => add(story, { kind: "note", event }),
  "positions.assigned": addAct,
  "clarification.collected": addAct,
  "retrieval.completed": addAct,
  "ballot.completed": addAct,
  "context.summarized": addAct,
  "result.completed": addAct,
  "act.skipped": (story, event) => add(story, { kind: "note", event }),
  "debate.status": changeStatus,
};

const TOLD_STATUSES = new Set(["paused", "error", "awaiting_decision"]);
const TOLD_COMMANDS = new Set(["resume", "retry", "reset", "stop"]);

/**
 * @param {Story} story
 * @param {WireEvent} event
 */
function changeStatus(story, event) {
  if (event.by === "reset") {
    story.entries = [];
    story.turns.clear();
  }
  if (TOLD_STATUSES.has(event.status ?? "") || TOLD_COMMANDS.has(event.by ?? "")) add(story, { kind: "note", event });
}

/**
 * @param {Story} story
 * @param {WireEvent} event
 */
function startTurn(story, event) {
  const known = event.turnId ? story.turns.get(event.turnId) : undefined;
  if (known) {
    Object.assign(known, { event, text: "", state: "speaking", revision: known.revision + 1 });
    beginAttempt(known, event);
    return;
  }
  const entry = add(story, { kind: "turn", event, text: "", state: "speaking" });
  beginAttempt(entry, event);
  if (event.turnId) story.turns.set(event.turnId, entry);
}

/**
 * @param {Story} story
 * @param {WireEvent} event
 */
function completeTurn(story, event) {
  if (event.turnId && !story.turns.has(event.turnId)) startTurn(story, event);
  change(story, event, (entry) => {
    Object.assign(entry, { turn: event.turn, text: event.turn?.text ?? entry.text, state: "whole" });
    const last = entry.attempts?.at(-1);
    if (last) last.to ??= event.at;
    delete entry.fault;
  });
}

/**
 * The one before, if nothing told its end, was cut short when this one began. What is heard a second time changes nothing.
 *
 * @param {Entry} entry
 * @param {WireEvent} event
 */
function beginAttempt(entry, event) {
  const { at, attempt: number = 1 } = event;
  const attempts = (entry.attempts ??= []);
  if (attempts.some(({ from }) => from === at)) return;
  const last = attempts.at(-1);
  if (last && last.to === undefined) Object.assign(last, { to: at, failure: event });
  attempts.push({ number, from: at });
}

/**
 * @param {Entry} entry
 * @param {WireEvent} event
 */
function openAttempt({ attempts }, { attempt = 1 }) {
  return attempts?.findLast(({ number, to }) => number === attempt && to === undefined);
}

/**
 * @param {Story} story
 * @param {WireEvent} event
 */
function addAct(story, event) {
  add(story, { kind: "act", event });
}

/**
 * Interjections stand in the transcript; the log says only where.
 *
 * @param {Story} story
 * @param {Turn} turn
 */
export function fillInterjection(story, turn) {
  const entry = story.turns.get(turn.id);
  if (!entry || entry.state === "whole") return;
  Object.assign(entry, { turn, text: turn.text, state: "whole", revision: entry.revision + 1 });
}

/**
 * @param {Story} story
 * @param {Pick<Entry, "kind" | "event"> & Partial<Entry>} entry
 * @returns {Entry}
 */
function add(story, entry) {
  const whole = { key: `e${entry.event.id}`, revision: 0, ...entry, ...roundOf(entry.event) };
  story.entries.push(whole);
  return whole;
}

/** @param {WireEvent} event */
function roundOf({ round }) {
  return round === undefined ? {} : { round };
}

/**
 * @param {Story} story
 * @param {WireEvent} event
 * @param {(entry: Entry) => void} by
 */
function change(story, event, by) {
  const entry = event.turnId ? story.turns.get(event.turnId) : undefined;
  if (!entry) return;
  by(entry);
  entry.revision += 1;
}

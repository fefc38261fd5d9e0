/**
 * The one table of legal moves (spec §1.2). The API's `allowed`, its 409 answers, the README's diagram, the workflow
 * and the property tests are all made from it.
 */
export const STATUSES = [
  "configuring",
  "validating",
  "ready",
  "initializing",
  "clarifying",
  "running",
  "concluding",
  "paused",
  "awaiting_decision",
  "error",
  "completed",
  "cancelled",
  "failed",
] as const;
export type Status = (typeof STATUSES)[number];

/** Commands that an owner gives. */
export const COMMANDS = [
  "configure",
  "validate",
  "start",
  "pause",
  "resume",
  "stop",
  "retry",
  "submitAnswers",
  "decide",
  "reset",
  "acknowledge",
] as const;
export type Command = (typeof COMMANDS)[number];

/** What else an owner may do: it changes no status, so it is no part of `allowed`. */
export const ADDITIONS = ["amend", "interject"] as const;
export type Addition = (typeof ADDITIONS)[number];

/** What happens to a debate without its owner. */
export type Happening =
  | "passed"
  | "rejected"
  | "initialized"
  | "clarified"
  | "roundsOver"
  | "concluded"
  | "settled"
  | "faulted"
  | "asked"
  | "nothingToConclude"
  | "expired"
  | "cancelledFromOutside";

export type StopMode = "conclude" | "abandon";

/** What the guards look at: references, numbers and flags of a debate's state. */
export interface Situation {
  status: Status;
  /** Where `resume` and `retry` go back to. */
  remembered: Status | null;
  pausing: boolean;
  problems: number;
  wholeTurns: number;
  turnsInFlight: number;
  retries: number;
  /** Participants may ask questions before the debate. */
  clarifies?: boolean;
  /** Questions stand open. */
  awaitingAnswers?: boolean;
  /** A warning that its owner has not acknowledged. */
  hasWarning?: boolean;
  /** Only looked at for `stop`. */
  stopMode?: StopMode;
  /** Only looked at for `decide`: what the choice leads to; to where the debate was, unless told. */
  decided?: "goesOn" | "ends" | "fails" | "abandons";
}

export const MAX_RETRIES = 3;

export const GUARDS = {
  hasValidConfig: (s: Situation) => s.problems === 0,
  hasProblems: (s: Situation) => s.problems > 0,
  isPausing: (s: Situation) => s.pausing,
  notPausing: (s: Situation) => !s.pausing,
  canRetry: (s: Situation) => s.retries < MAX_RETRIES && s.remembered !== null,
  canConclude: (s: Situation) => s.stopMode !== "abandon" && s.wholeTurns + s.turnsInFlight > 0,
  cannotConclude: (s: Situation) => s.stopMode === "abandon" || s.wholeTurns + s.turnsInFlight === 0,
  mustClarify: (s: Situation) => s.clarifies === true,
  nothingToClarify: (s: Situation) => s.clarifies !== true,
  awaitingAnswers: (s: Situation) => s.awaitingAnswers === true,
  decidedToEnd: (s: Situation) => s.decided === "ends",
  decidedToAbandon: (s: Situation) => s.decided === "abandons",
  hasWarning: (s: Situation) => s.hasWarning === true,
  decidedToFail: (s: Situation) => s.decided === "fails",
  decidedToGoOn: (s: Situation) => s.decided === undefined || s.decided === "goesOn",
  turnsToCome: (s: Situation) => s.remembered !== "concluding",
} satisfies Record<string, (s: Situation) => boolean>;
type Guard = keyof typeof GUARDS;

/** `same` keeps the status (a flag changes), `remembered` goes back to where the debate was. */
type Target = Status | "same" | "remembered";

export interface Transition {
  from: readonly Status[];
  on: Command | Addition | Happening;
  to: Target;
  guard?: Guard;
}

export const DRAFT: readonly Status[] = ["configuring", "validating", "ready"];
const WORKING = ["initializing", "clarifying", "running", "concluding"] as const;
const STARTED = [...WORKING, "paused", "awaiting_decision", "error"] as const;
const HEARING = ["initializing", "clarifying", "running", "paused", "awaiting_decision", "error"] as const;
const UNFINISHED = [...DRAFT, ...STARTED] as const;

export const TRANSITIONS: readonly Transition[] = [
  { from: ["configuring", "ready"], on: "configure", to: "configuring" },
  { from: ["configuring"], on: "validate", to: "validating" },
  { from: ["validating"], on: "passed", to: "ready", guard: "hasValidConfig" },
  { from: ["validating"], on: "rejected", to: "configuring", guard: "hasProblems" },
  { from: ["ready"], on: "start", to: "initializing", guard: "hasValidConfig" },
  { from: ["initializing"], on: "initialized", to: "clarifying", guard: "mustClarify" },
  { from: ["initializing"], on: "initialized", to: "running", guard: "nothingToClarify" },
  { from: ["clarifying"], on: "submitAnswers", to: "same", guard: "awaitingAnswers" },
  { from: ["clarifying"], on: "clarified", to: "running" },
  { from: ["running"], on: "roundsOver", to: "concluding" },
  { from: ["concluding"], on: "concluded", to: "completed" },
  { from: ["concluding"], on: "nothingToConclude", to: "cancelled" },
  { from: WORKING, on: "pause", to: "same", guard: "notPausing" },
  { from: WORKING, on: "settled", to: "paused", guard: "isPausing" },
  { from: WORKING, on: "resume", to: "same", guard: "isPausing" },
  { from: ["paused"], on: "resume", to: "remembered" },
  { from: STARTED, on: "amend", to: "same" },
  { from: HEARING, on: "interject", to: "same", guard: "turnsToCome" },
  { from: DRAFT, on: "stop", to: "cancelled" },
  { from: STARTED, on: "stop", to: "concluding", guard: "canConclude" },
  { from: STARTED, on: "stop", to: "cancelled", guard: "cannotConclude" },
  { from: WORKING, on: "faulted", to: "error" },
  { from: WORKING, on: "asked", to: "awaiting_decision" },
  { from: ["awaiting_decision"], on: "decide", to: "remembered", guard: "decidedToGoOn" },
  { from: ["awaiting_decision"], on: "decide", to: "concluding", guard: "decidedToEnd" },
  { from: ["awaiting_decision"], on: "decide", to: "error", guard: "decidedToFail" },
  { from: ["awaiting_decision"], on: "decide", to: "cancelled", guard: "decidedToAbandon" },
  { from: STARTED, on: "acknowledge", to: "same", guard: "hasWarning" },
  { from: ["error"], on: "retry", to: "remembered", guard: "canRetry" },
  { from: ["error"], on: "reset", to: "configuring" },
  { from: ["error"], on: "expired", to: "failed" },
  { from: ["configuring", "ready"], on: "expired", to: "cancelled" },
  { from: UNFINISHED, on: "cancelledFromOutside", to: "cancelled" },
];

export const TERMINAL: readonly Status[] = ["completed", "cancelled", "failed"];

export function isTerminal(status: Status): boolean {
  return TERMINAL.includes(status);
}

/** The status that `on` leads to from here, or null when it is illegal now. */
export function move(situation: Situation, on: Command | Addition | Happening): Status | null {
  const row = TRANSITIONS.find(
    (t) => t.on === on && t.from.includes(situation.status) && (!t.guard || GUARDS[t.guard](situation)),
  );
  if (!row) return null;
  if (row.to === "same") return situation.status;
  return row.to === "remembered" ? situation.remembered : row.to;
}

/** The commands that are legal now, in the table's order of commands. */
export function allowedCommands(situation: Situation): Command[] {
  return COMMANDS.filter((command) => move(situation, command) !== null);
}

/** A row that many statuses share is drawn from one box that names them; an arrow from each would be a web. */
const BOXES: readonly { name: string; holds: readonly Status[]; says: string }[] = [
  { name: "draft", holds: DRAFT, says: DRAFT.join(", ") },
  { name: "working", holds: WORKING, says: WORKING.join(", ") },
  { name: "started", holds: STARTED, says: "working, paused, awaiting_decision, error" },
  { name: "unfinished", holds: UNFINISHED, says: "draft, started" },
];

/** The table as a Mermaid state diagram, as it stands in the README. Rows that keep the status are left out. */
export function lifecycleDiagram(): string {
  const label = (t: Transition) => (t.guard ? `${t.on} [${t.guard}]` : t.on);
  const sources = ({ from }: Transition) => BOXES.flatMap((box) => (box.holds === from ? [box.name] : []));
  const boxes = BOXES.map(({ name, says }) => `  state "${name}: ${says}" as ${name}`);
  const arrows = TRANSITIONS.flatMap((t) => {
    const target = t.to === "remembered" ? "where_it_was" : t.to;
    const from = sources(t).length > 0 ? sources(t) : t.from;
    return target === "same" ? [] : from.map((source) => `  ${source} --> ${target} : ${label(t)}`);
  });
  const ends = TERMINAL.map((status) => `  ${status} --> [*]`);
  return ["stateDiagram-v2", ...boxes, "  [*] --> configuring", ...arrows, ...ends].join("\n");
}

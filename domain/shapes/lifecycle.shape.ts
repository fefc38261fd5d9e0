/**
 * The table of legal moves (docs/design/debate.md#12-lifecycle). The API's `allowed`, its 409 responses, the diagram in
 * docs/architecture.md, the workflow and the property tests derive from it.
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

/** The owner's commands. */
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

/** Other things an owner may do. They change no status, so `allowed` omits them. */
export const ADDITIONS = ["amend", "interject"] as const;
export type Addition = (typeof ADDITIONS)[number];

/** What happens without a command. Events name it in `by`, so these names are stored. */
export type Transition =
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

/** The guards' input: references, numbers and flags of a debate's state. */
export interface Situation {
  status: Status;
  /** Where `resume` and `retry` return to. */
  remembered: Status | null;
  pausing: boolean;
  problems: number;
  wholeTurns: number;
  turnsInFlight: number;
  /** Participants may ask questions before the debate. */
  clarifies?: boolean;
  /** Questions are open. */
  awaitingAnswers?: boolean;
  /** A warning that the owner has not acknowledged. */
  hasWarning?: boolean;
  /** Only for `stop`. */
  stopMode?: StopMode;
  /** Only for `decide`: what the choice leads to; missing: the debate goes on. */
  decided?: "goesOn" | "ends" | "fails" | "abandons";
}

export const GUARDS = {
  hasValidConfig: (s: Situation) => s.problems === 0,
  hasProblems: (s: Situation) => s.problems > 0,
  isPausing: (s: Situation) => s.pausing,
  notPausing: (s: Situation) => !s.pausing,
  /** As often as the owner likes: whoever has mended the cause may always try again. */
  canRetry: (s: Situation) => s.remembered !== null,
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

/** `same` keeps the status (a flag changes), `remembered` returns to where the debate was. */
type Target = Status | "same" | "remembered";

export interface LifecycleRow {
  from: readonly Status[];
  on: Command | Addition | Transition;
  to: Target;
  guard?: Guard;
}

export const DRAFT: readonly Status[] = ["configuring", "validating", "ready"];
const WORKING = ["initializing", "clarifying", "running", "concluding"] as const;
const STARTED = [...WORKING, "paused", "awaiting_decision", "error"] as const;
const HEARING = ["initializing", "clarifying", "running", "paused", "awaiting_decision", "error"] as const;
const UNFINISHED = [...DRAFT, ...STARTED] as const;

export const TERMINAL: readonly Status[] = ["completed", "cancelled", "failed"];

export const LIFECYCLE: readonly LifecycleRow[] = [
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
  { from: TERMINAL, on: "acknowledge", to: "same", guard: "hasWarning" },
  { from: ["error"], on: "retry", to: "remembered", guard: "canRetry" },
  { from: ["error"], on: "reset", to: "configuring" },
  { from: ["error"], on: "expired", to: "failed" },
  { from: ["configuring", "ready"], on: "expired", to: "cancelled" },
  { from: UNFINISHED, on: "cancelledFromOutside", to: "cancelled" },
];

/**
 * Whether a debate of this status is over for good.
 *
 * @example
 * isTerminal("completed") // → true
 * isTerminal("paused") // → false
 */
export function isTerminal(status: Status): boolean {
  return TERMINAL.includes(status);
}

/**
 * The status that `on` leads to; null if it is illegal now.
 *
 * @example
 * const paused = { status: "paused", remembered: "running", pausing: false, problems: 0, wholeTurns: 1, turnsInFlight: 0 };
 * move(paused, "resume") // → "running"
 * move(paused, "start") // → null
 */
export function move(situation: Situation, on: Command | Addition | Transition): Status | null {
  const row = LIFECYCLE.find(
    (t) => t.on === on && t.from.includes(situation.status) && (!t.guard || GUARDS[t.guard](situation)),
  );
  if (!row) return null;
  if (row.to === "same") return situation.status;
  return row.to === "remembered" ? situation.remembered : row.to;
}

/** The commands that are legal now, in the order of `COMMANDS`. */
export function allowedCommands(situation: Situation): Command[] {
  return COMMANDS.filter((command) => move(situation, command) !== null);
}

/** Rows with many source statuses start from one box in the diagram; an arrow from each would be unreadable. */
const BOXES: readonly { name: string; holds: readonly Status[]; says: string }[] = [
  { name: "draft", holds: DRAFT, says: DRAFT.join(", ") },
  { name: "working", holds: WORKING, says: WORKING.join(", ") },
  { name: "started", holds: STARTED, says: "working, paused, awaiting_decision, error" },
  { name: "unfinished", holds: UNFINISHED, says: "draft, started" },
];

/** The table as a Mermaid state diagram, for docs/architecture.md. Rows that keep the status are omitted. */
export function lifecycleDiagram(): string {
  const label = (t: LifecycleRow) => (t.guard ? `${t.on} [${t.guard}]` : t.on);
  const sources = ({ from }: LifecycleRow) => BOXES.flatMap((box) => (box.holds === from ? [box.name] : []));
  const boxes = BOXES.map(({ name, says }) => `  state "${name}: ${says}" as ${name}`);
  const arrows = LIFECYCLE.flatMap((t) => {
    const target = t.to === "remembered" ? "where_it_was" : t.to;
    const from = sources(t).length > 0 ? sources(t) : t.from;
    return target === "same" ? [] : from.map((source) => `  ${source} --> ${target} : ${label(t)}`);
  });
  const ends = TERMINAL.map((status) => `  ${status} --> [*]`);
  return ["stateDiagram-v2", ...boxes, "  [*] --> configuring", ...arrows, ...ends].join("\n");
}

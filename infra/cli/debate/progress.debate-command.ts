/** How far a phase is, who is at work, and what else the debate waits for. */
import type { DebateEvent } from "../../../api/client/index.ts";
import type { Text, Words } from "../../../domain/base/words/english.words.ts";
import { protocolOf } from "../../../domain/rules/protocols/registry.protocol.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { nameOf } from "./words.debate-command.ts";

interface Awaited {
  what: string;
  /** Milliseconds since 1970. */
  since: number;
}

export interface PhaseProgress {
  /** The line to show before an event: `round 2 of 5 · 3 of 6 turns · Ada, Ben at work`; null if there is none. */
  after(event: DebateEvent): string | null;
  /** What is awaited after the last event; null: nothing. */
  awaited(): Awaited | null;
}

type Told = Pick<Debate, "format" | "maxRounds" | "mode" | "participants">;

/** One line when a phase's first turns have begun, then one after each turn that ends while others work. */
export function createProgress(debate: Told, words: Words): PhaseProgress {
  const { say } = words;
  const place = { round: 0, expected: 0 };
  const working = new Map<string, Work>();
  const ended = new Set<string>();
  let other: Awaited | null = null;
  /** The line of the first turns waits for those that begin with them. */
  let isHeld = false;

  const line = () => {
    const who = new Set([...working.values()].map((work) => work.who));
    const seated = debate.participants.flatMap(({ id }) => (who.has(id) ? [nameOf(id, debate)] : []));
    const names = seated.join(", ");
    const round =
      place.round > 0 ? `${say("round {round} of {most}", { round: place.round, most: debate.maxRounds })} · ` : "";
    const all = Math.max(place.expected, ended.size + working.size);
    const done = say("{count} of {all} turns", { count: ended.size, all });
    return names && `${round}${done} · ${say("{names} at work", { names })}`;
  };
  const begin = ({ turnId, participantId, at }: Begun) => {
    working.set(turnId, { who: participantId, since: Date.parse(at) });
    isHeld ||= working.size === 1;
    const isWhole = debate.mode === "sequential" || working.size + ended.size >= place.expected;
    if (!isHeld || !isWhole) return null;
    isHeld = false;
    return line();
  };
  const told = () => {
    const held = isHeld ? line() : null;
    isHeld = false;
    return held;
  };

  return {
    after(event) {
      if (event.type === "turn.started") return begin(event);
      const held = told();
      if (event.type === "phase.started") {
        Object.assign(place, { round: event.round, expected: event.expected });
        working.clear();
        ended.clear();
      }
      if (isAnew(event)) working.clear();
      const next = awaitedAfter(event, { ...debate, words });
      if (next !== undefined) other = next === null ? null : { what: next, since: Date.parse(event.at) };
      const isOver = event.type === "turn.completed" || (event.type === "turn.failed" && event.waitMs === null);
      if (!isOver) return held;
      ended.add(event.turnId);
      return (working.delete(event.turnId) && line()) || null;
    },
    awaited: () =>
      working.size === 0
        ? other
        : { what: line(), since: Math.min(...[...working.values()].map(({ since }) => since)) },
  };
}

interface Work {
  who: string;
  since: number;
}

type Begun = Extract<DebateEvent, { type: "turn.started" }>;

/** What is awaited besides turns. null: nothing; undefined: the event changes nothing. */
function awaitedAfter(event: DebateEvent, about: Told & { words: Words }): string | null | undefined {
  const { say, word } = about.words;
  if (event.type === "phase.started") {
    const phase = PHASES[event.phase];
    return phase ? say(phase) : event.phase.replaceAll("_", " ");
  }
  if (event.type === "round.completed") return say("the next step");
  if (event.type !== "debate.status") return isLast(event) ? null : undefined;
  if (event.status === "concluding") return word(protocolOf(about).conclusion.announcement);
  const status = STATUSES[event.status];
  return isTerminal(event.status) ? null : status && say(status);
}

/** Nobody of before is at work any more. */
function isAnew(event: DebateEvent): boolean {
  if (event.type === "debate.status") return event.by === "reset";
  return event.type === "round.completed" || event.type === "round.timed_out" || isLast(event);
}

function isLast({ type }: DebateEvent): boolean {
  return type === "debate.completed" || type === "debate.failed" || type === "debate.cancelled";
}

const PHASES: Record<string, Text> = {
  responding: "the next turn",
  proposing: "the proposals",
  critiquing: "the critiques",
  refining: "the refinements",
  answering: "the answers",
  judging: "the judge weighs the round",
  evaluating: "the judge evaluates the round",
  balloting: "the ballots",
  voting: "the votes on the motion",
  checking: "the check of claims",
  summarizing: "the summaries",
  polling: "the private answers",
  ranking: "the rankings",
  counting: "the count of the answers",
  collecting: "the participants' questions",
  awaiting_answers: "answers to the questions",
  synthesizing: "the synthesis",
  concluding: "the result",
  shaping: "the result as JSON",
};

const STATUSES: Partial<Record<Debate["status"], Text>> = {
  validating: "the check of the request",
  ready: "its start",
  initializing: "the preparations",
  clarifying: "the participants' questions",
  running: "the next turn",
  paused: "paused, until somebody resumes it",
  awaiting_decision: "a decision",
};

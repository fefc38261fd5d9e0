/** What a debate waits for, how its owner lets it go on, and which calls it makes in all. */
import { type FlatEvent, requestOf } from "../../support/world.ts";

export type Kind = "answers" | "draft" | "decision";

interface Step {
  /** Below the debate's address. */
  path: string;
  body: object;
}

interface Way {
  request: object;
  /** After its creation; a draft waits once it is valid. */
  prepare?: Step;
  status: string;
  /** With what its owner lets it go on. */
  goOn: (n: number) => Step;
  /** The only event of the log that records this. */
  records: (event: FlatEvent) => boolean;
  /** To models, by kind. */
  calls: Record<string, number>;
}

const MODEL = "openai/gpt-5.5";
const SPOKEN = { turn: 2, verdict: 1 };

export const KINDS: Record<Kind, Way> = {
  answers: {
    request: { clarifications: { enabled: true, maxIterations: 1, maxPerAgent: 1 } },
    status: "clarifying",
    goOn: (n) => ({ path: "answers", body: { answers: [{ questionId: "q1", answer: answerOf(n) }] } }),
    records: ({ type }) => type === "clarification.answered",
    calls: { ...SPOKEN, questions: 2 },
  },
  draft: {
    request: { start: false },
    prepare: { path: "validate", body: {} },
    status: "ready",
    goOn: () => ({ path: "start", body: {} }),
    records: ({ type, by }) => type === "debate.status" && by === "start",
    calls: SPOKEN,
  },
  decision: {
    request: { policies: { onParticipantFailure: "ask" } },
    status: "awaiting_decision",
    goOn: () => ({ path: "decisions/d1", body: { option: "retry" } }),
    records: ({ type }) => type === "decision.made",
    // The first turn is refused once.
    calls: { ...SPOKEN, turn: 3 },
  },
};

const NAMES = Object.keys(KINDS) as Kind[];

/** The kinds take turns. */
export function kindAt(n: number): Kind {
  return NAMES[n % NAMES.length] as Kind;
}

export function countOf(kind: Kind, debates: number): number {
  return Array.from({ length: debates }, (_, n) => kindAt(n)).filter((each) => each === kind).length;
}

export function waitingRequest(n: number): object {
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: MODEL, position: `${name} has one.` }));
  const judge = { model: MODEL, bothOrders: false };
  const topic = `Should town no. ${n} ban cars?`;
  return requestOf({ topic, participants, judge, maxRounds: 1, judging: "final-only", ...KINDS[kindAt(n)].request });
}

export function answerOf(n: number): string {
  return `Only those of town no. ${n}, on weekdays.`;
}

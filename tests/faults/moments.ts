/** The columns of the matrix: when it goes wrong. */
import { assessmentJson, type kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { type Manner, requestOf } from "../support/world.ts";

export interface Moment {
  name: string;
  /** The call that a model's fault meets, and during which the rest breaks. */
  kind: ReturnType<typeof kindOf>;
  /** Which of the calls of that kind, from 1. */
  nth: number;
  /** The owner is asked something first; what is no fault of a model's breaks while the debate waits for the answer. */
  clarifies?: true;
  /** Of the debate; 1 when left out. In one of two the judge reads the first round while the second is spoken. */
  rounds?: 1 | 2;
  /** The speakers of a round, in a simultaneous debate. */
  speakAtOnce?: true;
  /** What its request says beside that. */
  asks?: object;
  /** What the models answer otherwise than usual. */
  manner?: Manner;
  /** Turns that are not spoken. */
  late?: string[];
  /** Calls of turns in a calm debate, where it is not one for each. */
  turnCalls?: number;
  /** What breaks may meet none of the calls, or so many. */
  atOnce?: number;
  /** An outage has no answer to keep: the call goes on until it is cut, or was refused. */
  keepsNothing?: true;
  /** What the log tells once. */
  tells?: "participant.replaced" | "round.timed_out";
}

/** Longer than whatever breaks. */
const LONG = { count: 1, graceSeconds: 120 };
/** Without it the second round waits for the judge, who may end the debate and guides its speakers. */
const AHEAD = { format: "free-form", overlap: "ahead" };
/** Long enough for a call to be made again. */
const SHORT = { count: 1, graceSeconds: 6 };

const isBens = ({ model }: ModelRequest) => model.includes("claude");
const isOfRound1 = ({ messages }: ModelRequest) => /round 1 of/i.test(messages.at(-1)?.content ?? "");
const SPEECH: ModelReplyScript = { text: "A speech.", usage: { input: 100, output: 20 } };
const ENDLESS: ModelReplyScript = { text: "word ".repeat(4_000), profile: { tps: 20, chunkSize: 5 } };
const GONE: ModelReplyScript = {
  error: { status: 404, body: { error: { message: "no such model", code: "model_not_found" } } },
};
const WITHOUT_BENS: Manner = { turn: (request) => (isBens(request) ? GONE : SPEECH) };

function withFallback(): object {
  const [ada, ben] = (requestOf() as { participants: object[] }).participants;
  return { participants: [ada, { ...ben, fallbacks: ["openai/gpt-5.5-mini"] }] };
}

export const MOMENTS: Moment[] = [
  { name: "during a turn", kind: "turn", nth: 2 },
  { name: "during judging", kind: "assessment", nth: 1 },
  { name: "during judging beside a round", kind: "assessment", nth: 1, rounds: 2 },
  { name: "during a turn beside judging", kind: "turn", nth: 3, rounds: 2 },
  { name: "during judging a round behind", kind: "assessment", nth: 1, rounds: 2, asks: AHEAD },
  { name: "while awaiting answers", kind: "questions", nth: 1, clarifies: true },
  { name: "while concluding", kind: "verdict", nth: 1 },
  {
    name: "once a quorum has spoken",
    kind: "turn",
    nth: 2,
    speakAtOnce: true,
    asks: { limits: { quorum: LONG } },
    atOnce: 2,
  },
  {
    name: "while one is late after a quorum",
    kind: "turn",
    nth: 2,
    rounds: 2,
    speakAtOnce: true,
    asks: { limits: { quorum: SHORT } },
    manner: {
      turn: (request) => (isBens(request) && isOfRound1(request) ? ENDLESS : SPEECH),
      assess: (_, round) => ({ text: assessmentJson(round === 1 ? ["p1"] : ["p1", "p2"]) }),
    },
    late: ["g1-r1-t2"],
    atOnce: 2,
    keepsNothing: true,
    tells: "round.timed_out",
  },
  {
    name: "while a fallback takes a seat",
    kind: "turn",
    nth: 2,
    asks: withFallback(),
    manner: WITHOUT_BENS,
    turnCalls: 3,
    atOnce: 1,
    keepsNothing: true,
    tells: "participant.replaced",
  },
  {
    name: "during a fallback's turn",
    kind: "turn",
    nth: 3,
    asks: withFallback(),
    manner: WITHOUT_BENS,
    turnCalls: 3,
    tells: "participant.replaced",
  },
];

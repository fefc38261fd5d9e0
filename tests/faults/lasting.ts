/** Faults that last for good, and what each policy must make of them. */

import type { kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript } from "../support/models/server.ts";

export interface LastingFault {
  name: string;
  reply: ModelReplyScript;
  /** Calls that one act makes before it gives up: the first and the retries of §1.11. */
  tries: number;
  /** The model has spent something, so a result names it where another takes its seat. */
  isPaid?: true;
  /** Where no other model is left, the debate is in `error` until its owner has mended it and retries, whatever the policy. */
  isOwners?: true;
}

export const LASTING_FAULTS: LastingFault[] = [
  { name: "429 for ever", reply: { error: { status: 429 } }, tries: 6 },
  { name: "500 for ever", reply: { error: { status: 500 } }, tries: 3 },
  { name: "silence for ever", reply: { hang: true }, tries: 3 },
  {
    name: "rubbish JSON for ever",
    reply: { error: { status: 200, headers: { "content-type": "application/json" }, body: '{"choices": [{"del' } },
    tries: 3,
  },
  { name: "an empty reply for ever", reply: { text: "" }, tries: 2, isPaid: true },
  {
    name: "an expired key",
    reply: { error: { status: 401, body: { error: { message: "Incorrect API key provided" } } } },
    tries: 1,
    isOwners: true,
  },
];

type Policies = Record<string, unknown>;

/** One way through a debate of three in two rounds of which one kind of call fails for good. */
export interface Way {
  moment: string;
  kind: ReturnType<typeof kindOf>;
  /** The policy, and what the owner does. */
  name: string;
  policies: Policies;
  /** Models that take the seat of the one whose calls fail. */
  fallbacks?: string[];
  /** What the owner decides; left out: nobody does. */
  decides?: { option: string; params?: object; heals?: true };
  /** Acts that fail for good. */
  acts: number;
  /** Seats whose turns are whole, by round. */
  turns: number[][];
  result: "verdict" | "unjudged";
  endedBy: "limit" | "policy";
  /** What the result names as lost. */
  degraded: number;
  /** The policy can not absorb it: `error`, then its owner's `retry` once the fault is gone. */
  fails?: true;
}

const JUDGE = "anthropic/claude-opus-5";
const ALL = [1, 2, 3];
const CALM = { acts: 1, turns: [ALL, ALL], result: "verdict", endedBy: "limit", degraded: 0 } as const;
const WITHOUT_SECOND = {
  ...CALM,
  turns: [
    [1, 3],
    [1, 3],
  ],
  degraded: 1,
} satisfies Partial<Way> as object;

const ways = (about: Pick<Way, "moment" | "kind">, list: Omit<Partial<Way>, "moment" | "kind">[]): Way[] =>
  list.map((way) => ({ ...CALM, turns: [ALL, ALL], name: "", policies: {}, ...about, ...way }));

const SOON = { decisionTimeoutSeconds: 1 };
const replaced = { option: "replace", params: { model: JUDGE } };

export const WAYS: Way[] = [
  ...ways({ moment: "during a turn", kind: "turn" }, [
    { name: "drop", policies: { onParticipantFailure: "drop" }, ...WITHOUT_SECOND },
    {
      name: "ask, owner drops",
      policies: { onParticipantFailure: "ask" },
      decides: { option: "drop" },
      ...WITHOUT_SECOND,
    },
    { name: "ask, nobody answers", policies: { onParticipantFailure: "ask", ...SOON }, ...WITHOUT_SECOND },
    {
      name: "a fallback takes the seat",
      policies: { onParticipantFailure: "end" },
      fallbacks: ["openai/gpt-5.5-mini"],
    },
    // Who failed, and why.
    { name: "end", policies: { onParticipantFailure: "end" }, turns: [[1]], endedBy: "policy", degraded: 1 },
  ]),
  ...ways({ moment: "during judging", kind: "assessment" }, [
    { name: "ask, owner replaces", policies: { onJudgeFailure: "ask" }, decides: replaced, degraded: 1 },
    // Without a judge: two assessments and the verdict.
    { name: "ask, nobody answers", policies: { onJudgeFailure: "ask", ...SOON }, result: "unjudged", degraded: 3 },
    { name: "fallback", policies: { onJudgeFailure: "fallback", fallbackJudges: [JUDGE] }, degraded: 1 },
    { name: "continue", policies: { onJudgeFailure: "continue" }, acts: 2, degraded: 2 },
    { name: "end", policies: { onJudgeFailure: "end" }, turns: [ALL], endedBy: "policy", degraded: 1 },
  ]),
  ...ways({ moment: "after an answer", kind: "questions" }, [
    { name: "drop", policies: { onParticipantFailure: "drop" }, ...WITHOUT_SECOND },
    {
      name: "ask, owner retries",
      policies: { onParticipantFailure: "ask" },
      decides: { option: "retry", heals: true },
    },
    { name: "end, nothing said yet", policies: { onParticipantFailure: "end" }, fails: true },
  ]),
  ...ways({ moment: "while concluding", kind: "verdict" }, [
    { name: "ask, owner replaces", policies: { onJudgeFailure: "ask" }, decides: replaced, degraded: 1 },
    { name: "ask, nobody answers", policies: { onJudgeFailure: "ask", ...SOON }, result: "unjudged", degraded: 1 },
    { name: "fallback", policies: { onJudgeFailure: "fallback", fallbackJudges: [JUDGE] }, degraded: 1 },
    { name: "continue", policies: { onJudgeFailure: "continue" }, result: "unjudged", degraded: 1 },
    { name: "end", policies: { onJudgeFailure: "end" }, result: "unjudged", degraded: 1 },
  ]),
];

/** The debate waits in `error` until its owner has mended what is wrong. */
export function needsOwner(fault: LastingFault, way: Way): boolean {
  return (fault.isOwners ?? false) && !way.fallbacks;
}

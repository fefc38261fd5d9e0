/** Replies of a written debate, by what is asked. What it has no text for, the canned replies answer. */
import { answered, answeredAlone, placed, polled, ranked } from "./answered.demo.ts";
import { chaired, concluded, evaluated, solved } from "./concluded.ts";
import { excerpt } from "./replies.ts";
import type { DemoKind, DemoRequest } from "./request.demo.ts";
import { ruledAssessment, ruledAudience, ruledVerdict, ruledVote } from "./ruled.ts";
import { spokenTurn } from "./spoken.ts";
import { type WrittenDebate, writtenFor } from "./written.ts";

/** `asked`: how often the same was asked before, as by each of several models that answer alone. */
type Scripted = (request: DemoRequest, debate: WrittenDebate, asked: number) => string | object | null;

const REPLIES: Partial<Record<DemoKind, Scripted>> = {
  turn: (request, debate) => {
    const said = spokenTurn(request, debate);
    return request.shape ? { text: said, ...within(request, debate) } : said;
  },
  questions: () => ({ questions: [] }),
  positions: placed,
  assessment: ruledAssessment,
  verdict: ruledVerdict,
  vote: ruledVote,
  audience: ruledAudience,
  conclusion: concluded,
  evaluation: evaluated,
  solution: (request, debate) => ({ ...solved(request, debate), ...within(request, debate) }),
  chair: (request, debate) => ({ ...chaired(request, debate), ...within(request, debate) }),
  ranking: ranked,
  alone: answeredAlone,
  answer: answered,
  poll: polled,
  summary: ({ turns, limit }) =>
    turns
      .map(({ speaker, round, text }) => `${speaker} (${round}): ${excerpt(text, 24)}.`)
      .join(" ")
      .slice(0, limit),
};

/** null: nobody wrote a debate on this topic, or nothing for what is asked. */
export function scriptedReply(request: DemoRequest, asked: number): string | object | null {
  const debate = writtenFor(request.topic);
  return debate ? (REPLIES[request.kind]?.(request, debate, asked) ?? null) : null;
}

function within(request: DemoRequest, debate: WrittenDebate): { conclusion?: object } {
  return request.shape ? { conclusion: concluded(request, debate) } : {};
}

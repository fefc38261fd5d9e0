/** What is asked of a real model: small debates, whose replies are short. */
import type { NewDebate, NewExperiment } from "../../api/client/index.ts";

export interface Speakers {
  /** `provider/model`. */
  usual: string;
  /** Another one, or the same again. */
  other: string;
}

/** Tokens of a turn, of an answer with its reasons, and of a judge's JSON. A small model rarely ends before. */
const TURN = 48;
const ANSWER = 120;
const JUDGEMENT = 300;
const SHORT_JUDGEMENT = 150;
/** As if it had a price, so that budgets in USD count. */
const PRICE = { input: 1, output: 4 };
const LIMITS = { maxCostUsd: 2, maxTokens: 300_000 };
const YES_NO = { type: "choice" as const, options: ["yes", "no"] };

const speaker = (name: string, model: string, maxOutputTokens = TURN) => ({
  name,
  model: { model, maxOutputTokens, priceUsdPerMTok: PRICE },
});
const judgeOf = (model: string, maxOutputTokens: number) => ({
  model: { model, maxOutputTokens, priceUsdPerMTok: PRICE },
  bothOrders: false,
});
const positions = ["Cities should ban them.", "Cities should not ban them."];

/** One round of two speakers and their judge. */
export function shortDebate({ usual }: Speakers): NewDebate {
  return {
    topic: "Should cities ban cars?",
    format: "round-limited",
    maxRounds: 1,
    judging: "final-only",
    conclusion: false,
    participants: ["Ada", "Ben"].map((name, i) => ({ ...speaker(name, usual), position: positions[i] ?? "" })),
    judge: judgeOf(usual, SHORT_JUDGEMENT),
    limits: LIMITS,
  };
}

export function allDebates({ usual, other }: Speakers): Record<string, NewDebate> {
  const judge = judgeOf(usual, JUDGEMENT);
  // A panel's models have no price of their own, so these debates have a limit in tokens alone.
  const inTokens = { maxTokens: LIMITS.maxTokens };
  return {
    "free-form, with a panel": {
      ...shortDebate({ usual, other }),
      format: "free-form",
      maxRounds: 2,
      judge: { ...judge, panel: [usual, other] },
      limits: inTokens,
    },
    question: {
      topic: "Is 91 a prime number?",
      format: "question",
      answers: YES_NO,
      maxRounds: 2,
      participants: [speaker("Ada", usual, ANSWER), speaker("Ben", other, ANSWER)],
      limits: LIMITS,
    },
    council: {
      topic: "How should a small town handle its traffic?",
      format: "council",
      maxRounds: 2,
      participants: [speaker("Ada", usual), speaker("Ben", usual), speaker("Cleo", usual)],
      judge: { model: { model: usual, maxOutputTokens: JUDGEMENT, priceUsdPerMTok: PRICE } },
      limits: LIMITS,
    },
    dialectic: {
      topic: "How should a shop store its orders?",
      format: "dialectic",
      maxRounds: 1,
      participants: [
        { ...speaker("Ada", usual), role: "architect" },
        { ...speaker("Ben", usual), role: "testing" },
      ],
      judge: { model: { model: usual, maxOutputTokens: JUDGEMENT, priceUsdPerMTok: PRICE } },
      limits: LIMITS,
    },
    "a small budget": { ...shortDebate({ usual, other }), maxRounds: 8, limits: { maxTokens: 20_000 } },
  };
}

/** Six items, each answered by a vote of three and by a debate of two. */
export function experimentOf({ usual }: Speakers): NewExperiment {
  const numbers = [7, 9, 11, 15, 21, 23];
  return {
    name: "Does a small model know its primes?",
    base: {
      format: "question",
      maxRounds: 2,
      participants: [speaker("Ada", usual, ANSWER), speaker("Ben", usual, ANSWER)],
      // Where both give the same answer there is no second round.
      gate: true,
    },
    items: numbers.map((n) => ({
      question: `Is ${n} a prime number?`,
      answers: YES_NO,
      expected: [7, 11, 23].includes(n) ? "yes" : "no",
    })),
    arms: [
      { name: "vote of 3", baseline: { vote: 3 } },
      { name: "debate", patch: {} },
    ],
    concurrency: 1,
    budget: { maxTokens: 2_000_000 },
  };
}

/** Conclusions of a debate between p1 and p2 with turns in round 1, and results of each kind that carry one. */
import type { Conclusion } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { configFor, resultOf, verdictOf } from "./transcripts.ts";

export const CONCLUSION: Conclusion = {
  answer: {
    text: "Close the centre to private cars, with exemptions for deliveries. The trade figures allow it; the buses have to come first.",
    stance: "for",
  },
  support: {
    level: "moderate",
    winnerShare: 0.833,
    margin: 6.4,
    judges: 3,
    families: ["claude", "gpt"],
    orderCheck: "labels",
    because: [
      "5 of 6 ballots name Ada.",
      "The winner leads by 6.4 of 100 on average.",
      "3 judges of 2 model families ruled.",
    ],
  },
  cruxes: [
    {
      question: "Do shops lose trade when cars are kept out?",
      kind: "fact",
      points: {
        p1: { point: "Seven of nine streets gained within two years.", turn: "g1-r1-t1" },
        p2: { point: "The two that lost are the ones without a tram.", turn: "g1-r1-t2" },
      },
      unanswered: "Whether the gain came from rising rents.",
      prevailed: "p1",
    },
    {
      question: "Who counts more, those who live there or those who drive in?",
      kind: "value",
      points: { p1: { point: "Whoever breathes the air.", turn: "g1-r1-t1" }, p2: { point: null, turn: null } },
      unanswered: null,
      prevailed: null,
    },
  ],
  wouldChange: [
    { observation: "Takings fall by a tenth in the first year.", effect: "Open the two streets without a tram again." },
  ],
  evidence: [
    { claim: "Seven of nine streets gained.", turnIds: ["g1-r1-t1"], refs: ["E1"], status: "supported" },
    { claim: "Deliveries halve.", turnIds: ["g1-r1-t2"], refs: [], status: "unverified" },
    { claim: "No city ever reversed it.", turnIds: ["g1-r1-t1", "g1-r1-t2"], refs: ["E1"], status: "contradicted" },
  ],
  minority: {
    case: "Without a tram the ban moves trade to the edge of town.",
    holders: ["p2"],
    ballots: ["g1-b2-reversed"],
  },
  nextSteps: [
    { action: "Count the takings of the nine streets again.", crux: 1 },
    { action: "Order the buses.", crux: null },
  ],
  writtenBy: "openai/gpt-5.5",
};

export const CONTESTED: Conclusion = {
  ...CONCLUSION,
  answer: {
    text: "The record does not decide it: the figures point one way, the exceptions the other.",
    stance: "mixed",
  },
  support: {
    ...CONCLUSION.support,
    level: "contested",
    winnerShare: null,
    margin: null,
    because: ["The two orders of the labels have different winners."],
  },
};

const verdict = resultOf(verdictOf(configFor()));
const { verdict: _ruling, ...shared } = verdict;

/** One of each kind. */
export const CONCLUDED: Record<"verdict" | "contested" | "solution" | "answer", Result> = {
  verdict: { ...verdict, conclusion: CONCLUSION },
  contested: {
    ...resultOf(verdictOf(configFor(), { winner: null }), { contested: true, contestedBecause: "orders" }),
    conclusion: CONTESTED,
  },
  solution: {
    ...shared,
    type: "solution",
    conclusion: { ...CONCLUSION, answer: { ...CONCLUSION.answer, stance: null }, minority: null },
    solution: {
      description: "Close it in two steps.",
      implementation: "Buses in May, bollards in June.",
      tradeoffs: ["Longer ways for some."],
      recommendations: ["Tell the shops early."],
      confidence: 80,
      synthesizedBy: "demo/judge",
    },
  },
  answer: {
    ...shared,
    type: "answer",
    conclusion: { ...CONCLUSION, answer: { ...CONCLUSION.answer, stance: null } },
    answer: {
      text: "Close it, tram streets first.",
      earlyStopped: true,
      rounds: 1,
      score: 9,
      turnId: "g1-r1-t2",
      synthesizedBy: "p1",
    },
  },
};

export const EXHIBITS = [{ id: "E1", title: "Takings 2024", text: "Seven of nine streets gained.", source: "Chamber" }];

/** A debate that reads like one, for pictures of the pages: whether public transport should be free. */

import type { AskedPoint } from "../../domain/prompts/parts/cited-turns.ts";
import { CRITERIA } from "../../domain/shapes/schemas/rubric.schema.ts";
import { conclusionOf } from "../support/models/conclusions.ts";
import { rosterIn } from "../support/models/replies.ts";
import type { ModelReplyScript } from "../support/models/reply.ts";
import type { ModelRequest } from "../support/models/request.ts";
import { debaters } from "../support/world.ts";

type Side = "maya" | "jonas";

/** The first word of each position, which is how a judge that is shown no names tells them apart. */
const SIDES: Record<string, Side> = { Make: "maya", Keep: "jonas" };

const SAID = [
  "A bus is a street that moves, and nobody pays at the kerb to use a street. Dunkirk dropped all fares in 2018, and its buses filled. The people who gain most are those who count coins: pupils, pensioners, whoever works early shifts for low pay.\n\nA fare also costs money to collect – machines, inspectors, courts – and it slows **every** stop, because people queue at one door. What is left after that is a small sum to give up for a city in which anybody may go anywhere.",
  "I like the picture of the street, but streets are free *and* jammed. Ask riders what keeps them away and the price is rarely first: the bus that comes every thirty minutes is. Each euro can be spent once. Spent on free rides, it goes mostly to people who ride already; spent on drivers and lanes, it makes a service that somebody with a car would choose.\n\nTallinn is the test. A year after fares ended there in 2013, use was up by about 14 %, and much of it came from people who used to **walk**.",
  "Tallinn had low fares and high use before it began, so there was little left to win. Dunkirk had neither, and there drivers did change over. That tells us where free fares work: in the middling towns, most of the map, where buses run half empty and their cost is fixed.\n\nYou say the poor could have a discount instead. They must first learn of it, apply, prove that they are poor, and renew. Many never do. *What is free for all is the only benefit with no form to fill in.*",
  "Then take the forms away, not the fares: cities that know who gets support can send the pass by post. That costs a fraction of a free network.\n\nAnd free has a way of ending. Hasselt, in Belgium, was the model for everyone from 1997; in 2013 it brought fares back, because riders and costs had grown and the one purse that paid had not. A service without income of its own lives by each year's budget, and buses are what a poor year cuts first.",
  "Schools, libraries and pavements live by each year's budget too, and nobody proposes a turnstile at the library. What protects a service is that many people use it and vote.\n\nI grant Jonas this: *free and rare* is worth little. Do both, and begin where seats are empty. But keep the principle – that to move about your own city is a right and not a purchase.",
  "We agree on more than it seemed: service first, and nobody kept at home by the price. So here is the choice in one line. A city with ten million to spend can make today's buses free, or run twice as many at rush hour and post a pass to everyone who needs one.\n\nThe second takes more cars off the road, helps the same poor riders, and leaves a fare that keeps the buses running in the lean years.",
];

/** Of each criterion in its order, by round. */
const SCORES: Record<Side, number[][]> = {
  maya: [
    [7, 6, 6, 8, 8, 9],
    [7, 7, 8, 7, 8, 9],
    [7, 6, 8, 5, 8, 8],
  ],
  jonas: [
    [8, 8, 8, 7, 7, 9],
    [8, 8, 9, 8, 8, 9],
    [9, 7, 9, 7, 9, 9],
  ],
};

const REMARKS: Record<Side, { strengths: string[]; weaknesses: string[] }[]> = {
  maya: [
    { strengths: ["The cost of collecting a fare (g1-r1-t1)."], weaknesses: ["Dunkirk is named without figures."] },
    {
      strengths: ["Says where free fares work and where not (g1-r2-t1)."],
      weaknesses: ["“Many never do” has no source."],
    },
    { strengths: ["Concedes that frequency matters."], weaknesses: ["A right is claimed, not argued for."] },
  ],
  jonas: [
    { strengths: ["Brings a test with a number (g1-r1-t2)."], weaknesses: ["The survey of riders is not named."] },
    { strengths: ["Hasselt answers the claim that costs are fixed."], weaknesses: ["One city is not a rule."] },
    {
      strengths: ["Puts both plans at the same price (g1-r3-t2)."],
      weaknesses: ["The fraction that a pass costs stays open."],
    },
  ],
};

const REASONS = [
  "Both open on what keeps people off the bus. Jonas has the firmer evidence: he says what happened in Tallinn, and from where its riders came.",
  "The best round. Maya limits her claim to towns with empty seats, which is stronger than her opening; Jonas answers with Hasselt and with passes that need no form.",
  "They have come close to each other. What is left is a choice between two uses of the same money.",
];

const scoresOf = (values: number[]) => Object.fromEntries(CRITERIA.map((name, i) => [name, values[i] ?? 7]));

/** Each side's name in the words of the request that is answered. */
function keysIn(request: ModelRequest): Record<Side, string> {
  const text = request.messages.map(({ content }) => content).join("\n");
  const keys = rosterIn(text).map(({ key, name }): [string, string] => [SIDES[name] ?? "", key]);
  return Object.fromEntries(keys) as Record<Side, string>;
}

function assess(request: ModelRequest, round: number): ModelReplyScript {
  const keys = keysIn(request);
  const of = (side: Side) => ({
    participant: keys[side],
    ...REMARKS[side][round - 1],
    scores: scoresOf(SCORES[side][round - 1] ?? []),
  });
  return {
    json: {
      reasoning: REASONS[round - 1],
      assessments: [of("maya"), of("jonas")],
      flags: { repetitive: false, drifting: false, diminishingReturns: round === 3, convergenceReached: false },
      qualityScore: [7, 8.5, 8][round - 1],
      shouldContinue: true,
      recommendations: ["Say what each plan costs a year."],
    },
    usage: { input: 2_600 * round, output: 420 },
  };
}

/** What each of the panel finds, by a word of its model's name. */
function rule(request: ModelRequest): ModelReplyScript {
  const keys = keysIn(request);
  const by = <T>(maya: T, jonas: T) => ({ [keys.maya]: maya, [keys.jonas]: jonas });
  const kinder = request.model.includes("claude") ? 1 : 0;
  const turn = null;
  return {
    json: {
      findings: [
        {
          question: "Is it the fare that keeps people away?",
          points: [
            { by: keys.maya, point: "A fare is dear to collect and slows every stop.", turn },
            { by: keys.jonas, point: "Frequency, not price, wins drivers over.", turn },
          ],
          unanswered: null,
          prevailed: keys.jonas,
        },
        {
          question: "Which plan buys more at the same price?",
          points: [{ by: keys.jonas, point: "Both plans side by side at one price.", turn }],
          unanswered: "Maya did not answer the sum.",
          prevailed: keys.jonas,
        },
      ],
      summary:
        "Should a city spend its money on free rides or on more of them? Both want a network that nobody is too poor to use; they differ on whether the fare is what stands in the way.",
      areasOfAgreement: ["Service that is free but rare is worth little.", "Nobody should stay at home for the price."],
      areasOfDisagreement: ["Whether passes reach those who need them.", "Whether a budget protects what many use."],
      criterionScores: by(scoresOf([7 + kinder, 6, 8, 7, 8, 9]), scoresOf([9, 8, 9, 7, 8 + kinder, 9])),
      criteria: {
        logic: "Jonas compares two uses of the same sum (g1-r3-t2); Maya's right to move is stated, not derived.",
        evidence: "Tallinn and Hasselt come with dates and outcomes; Dunkirk with less.",
        engagement: "Both answer what was said, and both concede something.",
        novelty: "Passes by post, and the half-empty bus as the test of where free fares work.",
        persuasiveness: "Maya has the better images, Jonas the better last line.",
        relevance: "Neither leaves the question.",
      },
      reasoning:
        "Maya narrowed her case well, to towns whose buses run half empty (g1-r2-t1). Jonas met it where it was strongest: he took the forms away instead of the fares (g1-r2-t2), and then set both plans side by side at one price (g1-r3-t2), which went unanswered.",
      winner: keys.jonas,
      answer: { choice: keys.jonas, text: "Keep a fare, run more buses, and post a pass to whoever needs one." },
      probability: 74,
      qualityScore: 78,
      insights: ["Free fares do most where seats are empty and fares are high."],
      dissent: ["Passes by post need a register that many cities do not have."],
    },
    usage: { input: 6_800, output: 940 },
  };
}

/** What the judge's model makes of it for the person who asked. Turns are T1, T2, … in the order in which they were said. */
function conclude(request: ModelRequest): ModelReplyScript {
  const keys = keysIn(request);
  const points = (maya: object, jonas: object) =>
    [
      { by: keys.maya, ...maya },
      { by: keys.jonas, ...jonas },
    ] as AskedPoint[];
  const json = conclusionOf(request, {
    answer: {
      text: "Keep a fare for now: run more buses at rush hour, and post a free pass to everyone who needs one. Where buses run half empty, try them free for a year.",
    },
    cruxes: [
      {
        question: "Is it the fare that keeps people away?",
        kind: "fact",
        points: points(
          { point: "A fare is dear to collect and slows every stop.", turn: "T1" },
          { point: "Riders name the bus that comes every thirty minutes first.", turn: "T2" },
        ),
        unanswered: "What riders of this city say.",
        prevailed: keys.jonas,
      },
      {
        question: "Do passes reach those who need them?",
        kind: "prediction",
        points: points(
          { point: "Many never apply, so only what is free for all reaches them.", turn: "T3" },
          { point: "A city that knows who gets support can send the pass by post.", turn: "T4" },
        ),
        unanswered: null,
        prevailed: null,
      },
    ],
    wouldChange: [
      { observation: "Most of those who stay away name the price.", effect: "Free rides then win more riders." },
    ],
    evidence: [
      { claim: "In Tallinn use rose by about 14 %, much of it from people who walked.", turnIds: ["T2"] },
      { claim: "Hasselt brought its fares back in 2013.", turnIds: ["T4"] },
    ],
    minority: { case: "To move about your own city is a right and not a purchase.", holders: [keys.maya] },
    nextSteps: [
      { action: "Ask those who do not ride why.", crux: 1 },
      { action: "Post passes in one district, and count who uses them.", crux: 2 },
    ],
  });
  return { json, usage: { input: 7_400, output: 620 } };
}

/** How fast they speak, by the number of their turn; 0: a judge. */
type Pace = (turn: number) => NonNullable<ModelReplyScript["profile"]>;

/** All models of such a debate. */
export function fareModels(pace: Pace) {
  return debaters([], {
    turn: (_, n) => ({
      text: SAID[n - 1] ?? "",
      usage: { input: 700 + 260 * n, output: 150 },
      profile: pace(n),
    }),
    assess: (request, round) => ({ ...assess(request, round), profile: pace(0) }),
    rule: (request) => ({ ...rule(request), profile: pace(0) }),
    concludes: (request) => ({ ...conclude(request), profile: pace(0) }),
  });
}

export const fareRequest = (changes: object = {}) => ({
  topic: "Should cities make public transport free?",
  format: "structured-rounds",
  maxRounds: 3,
  tags: ["cities", "transport"],
  participants: [
    {
      name: "Maya Okafor",
      model: "openai/gpt-5.5",
      position: "Make it free: to move about your own city is a right, and a fare keeps the wrong people at home.",
    },
    {
      name: "Jonas Lind",
      model: "anthropic/claude-sonnet-5",
      position: "Keep a fare: the same money wins more riders when it buys more buses.",
    },
  ],
  judge: {
    model: "openai/gpt-5.5",
    panel: ["openai/gpt-5.4", "anthropic/claude-haiku-4-5", "openai/gpt-5.5"],
    bothOrders: true,
  },
  limits: { maxCostUsd: 5 },
  ...changes,
});

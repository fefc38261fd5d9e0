/** Canned dialectic turns, evaluations, solutions and summaries. Deterministic. */
import type { Evaluation } from "../../../domain/shapes/schemas/evaluation.schema.ts";
import type { Solution } from "../../../domain/shapes/schemas/result.schema.ts";
import { claimOf, excerpt, paragraphs, pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

const { plans, gaps } = texts.dialectic;

/** Replies by phase. */
export const AGENT_TURNS = { proposal, critique, refinement };

function proposal({ speaker, topic }: DemoRequest): string {
  return paragraphs(
    `For the problem "${excerpt(topic, 16)}" I, ${speaker}, propose this: ${planOf(topic, speaker)}.`,
    "Its weak place is the beginning, so I would plan that in detail and check it after a month.",
  );
}

function critique({ turns, speaker, target }: DemoRequest): string {
  const aimed = turns.find((turn) => turn.id === target);
  const words = aimed ? excerpt(claimOf(aimed.text), 24) : "";
  return paragraphs(
    `${addressing(aimed?.speaker ?? "You")}${words}". That is a sound direction.`,
    `What I, ${speaker}, miss in it: ${gaps[pick(gaps.length, speaker, target)]}. A small trial before the first step would show it.`,
  );
}

function refinement({ turns, speaker, topic, round }: DemoRequest): string {
  const critics = turns.filter((turn) => turn.round === round && turn.text.startsWith(addressing(speaker)));
  const heard = critics.map((turn) => turn.speaker).join(" and ") || "Nobody";
  const about = `"${excerpt(topic, 16)}"`;
  return paragraphs(
    `${speaker}'s proposal for ${about} after round ${round}: ${planOf(topic, speaker)}. ${heard} showed me what was missing.`,
    "I add a check after each step, a way back, and the yearly cost of running it. The rest stands as it was.",
  );
}

/** How a critique begins. */
function addressing(name: string): string {
  return `${name}, you write: "`;
}

function planOf(topic: string, speaker: string): string {
  return plans[pick(plans.length, topic, speaker)] ?? "";
}

type Evaluated = Pick<Evaluation, "reasoning" | "confidence" | "bestRefinement">;

/** Confidence grows with each round: 60, 75, 90. */
export function demoEvaluation({ round, candidates }: DemoRequest): Evaluated {
  return {
    reasoning: `The confidence follows from the round by a fixed rule.`,
    confidence: Math.min(95, 45 + 15 * round),
    bestRefinement: candidates[pick(Math.max(1, candidates.length), ...candidates)] ?? null,
  };
}

export function demoSolution({ topic, turns }: DemoRequest): Omit<Solution, "synthesizedBy"> {
  const speakers = [...new Set(turns.map((turn) => turn.speaker))].join(" and ");
  return {
    description: `The work of ${speakers} on "${excerpt(topic, 40)}", in ${turns.length} turns: take the smallest useful step first, keep a way back, and measure before the next.`,
    implementation:
      "1. Agree on what must never happen. 2. Take the first step. 3. Measure for a month. 4. Decide about the next.",
    tradeoffs: ["Small steps take longer than one big one, and cost less when they fail."],
    recommendations: [
      "Name one person who decides whether the next step is taken.",
      "Write down the figures before the first step.",
    ],
    confidence: 60 + pick(30, topic),
  };
}

export function demoSummary({ turns, limit }: DemoRequest): string {
  const said = turns.map(({ speaker, round, text }) => `${speaker} in round ${round}: ${excerpt(claimOf(text), 12)}.`);
  return said.join(" ").slice(0, limit);
}

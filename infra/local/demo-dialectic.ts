/** Canned contributions to a dialectic debate: proposals, critiques, refinements, and the judge's part. Deterministic. */
import type { Evaluation } from "../../domain/schemas/evaluation.ts";
import type { Solution } from "../../domain/schemas/result.ts";
import { claimOf, DEMO_LINE, excerpt, pick, type TurnRequest } from "./demo-replies.ts";
import type { DemoDebate, DemoRequest, DemoTurn } from "./demo-request.ts";

const AGENT_PHASES = ["proposal", "critique", "refinement"];

export function isAgentTurn({ phase }: TurnRequest): boolean {
  return AGENT_PHASES.includes(phase);
}

const PLANS = [
  "begin with the smallest part that is useful alone, measure it for a month, and add the next part only when the figures ask for it",
  "write down first what must never happen, build the rest so that it can be undone, and let one person decide about each part",
  "keep what works today, put a clear boundary around it, and move one use after another to the new way",
  "settle who owns which facts, give every change one place where it is made, and publish the state each week",
];
const GAPS = [
  "it does not say what happens half-way when a step fails",
  "it counts the cost of building and not the cost of keeping it running",
  "it relies on people noticing a problem that nothing shows them",
  "its first step closes off two alternatives that nobody has looked at",
];

/** What an agent writes; 2 paragraphs under the demo line. */
export function demoAgent(request: TurnRequest): string {
  const { phase, speaker, topic, round } = request;
  const about = `"${excerpt(topic, 16)}"`;
  const plan = PLANS[pick(PLANS.length, topic, speaker)] ?? "";
  if (phase === "critique") return critique(request);
  if (phase === "proposal")
    return text(
      `For the problem ${about} I, ${speaker}, propose this: ${plan}.`,
      "Its weak place is the beginning, so I would plan that in detail and check it after a month.",
    );
  const critics = request.turns.filter((turn) => turn.round === round && turn.text.includes(", miss in it: "));
  const heard = critics.map((turn) => turn.speaker).join(" and ") || "Nobody";
  return text(
    `${speaker}'s proposal for ${about} after round ${round}: ${plan}. ${heard} showed me what was missing.`,
    "I add a check after each step, a way back, and the yearly cost of running it. The rest stands as it was.",
  );
}

function critique({ turns, speaker, target }: TurnRequest): string {
  const aimed = turns.find((turn) => turn.id === target);
  const gap = GAPS[pick(GAPS.length, speaker, target ?? "")] ?? "";
  const words = aimed ? excerpt(claimOf(aimed.text), 24) : "";
  return text(
    `${aimed?.speaker ?? "You"}, you write: "${words}". That is a sound direction.`,
    `What I, ${speaker}, miss in it: ${gap}. A small trial before the first step would show it.`,
  );
}

function text(...paragraphs: string[]): string {
  return [DEMO_LINE, ...paragraphs].join("\n\n");
}

type Evaluated = Pick<Evaluation, "reasoning" | "confidence" | "bestRefinement">;

/** More agreement with each round: 60, 75, 90. */
export function demoEvaluation({ round, asked }: Extract<DemoRequest, { kind: "evaluation" }>): Evaluated {
  const best = asked[pick(Math.max(1, asked.length), ...asked)] ?? null;
  return {
    reasoning: `${DEMO_LINE} The confidence follows from the round by a fixed rule.`,
    confidence: Math.min(95, 45 + 15 * round),
    bestRefinement: best,
  };
}

export function demoSolution(debate: DemoDebate): Omit<Solution, "synthesizedBy"> {
  const { topic, turns } = debate;
  const newest = [...new Map(turns.map((turn) => [turn.speaker, turn])).values()];
  return {
    description: `${DEMO_LINE} The work of ${newest.map((turn) => turn.speaker).join(" and ")} on "${excerpt(topic, 40)}", in ${turns.length} turns: take the smallest useful step first, keep a way back, and measure before the next.`,
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

export function demoSummary(request: Extract<DemoRequest, { kind: "summary" }>): string {
  const said = request.turns.map(
    (turn: DemoTurn) => `${turn.speaker} in round ${turn.round}: ${excerpt(claimOf(turn.text), 12)}.`,
  );
  return [DEMO_LINE, ...said].join(" ").slice(0, request.limit);
}

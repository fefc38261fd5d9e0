/** Canned work on an answer: a proposal that is mended each round, a skeptic that is content in the end, an answer. */
import type { Critique } from "../../domain/schemas/turn.ts";
import { DEMO_LINE, excerpt } from "./demo-replies.ts";
import type { DemoRequest } from "./demo-request.ts";

type TurnRequest = Extract<DemoRequest, { kind: "turn" }>;

/** What a canned proposal comes to, one part more each round; the skeptic asks for the next. */
const PARTS = [
  {
    asks: "It does not say how anybody would notice that it fails.",
    adds: "write down beforehand what would count as failure, and who looks",
  },
  {
    asks: "It does not say who carries the costs.",
    adds: "let those who gain from it carry its costs, and say how much that is",
  },
  {
    asks: "It can not be undone once it is begun.",
    adds: "begin with one place and one year, so that it can be undone",
  },
  {
    asks: "It overlooks those who can not adapt.",
    adds: "keep an exception for those who can not adapt, and count how many use it",
  },
];

function parts(round: number): string {
  const said = PARTS.slice(0, round - 1).map(({ adds }) => adds);
  return ["take the smallest step that would show a difference", ...said]
    .map((part, i) => `(${i + 1}) ${part}`)
    .join("; ");
}

export function demoProposal({ topic, round }: TurnRequest): string {
  const change =
    round === 1
      ? `The question: "${excerpt(topic, 16)}" Here is a first proposal.`
      : `Changed since round ${round - 1}: ${PARTS[Math.min(round - 2, PARTS.length - 1)]?.adds}.`;
  return [DEMO_LINE, change, `The proposal: ${parts(round)}.`].join("\n\n");
}

/** Critical in the first two rounds; from the third on the proposal can go. */
export function demoCritique({ round, turns }: TurnRequest): Critique {
  const proposal = turns.at(-1);
  const asked = PARTS[Math.min(round, PARTS.length) - 1]?.asks ?? "";
  const isReady = round > 2;
  return {
    critique: `${DEMO_LINE} I have read ${proposal?.speaker ?? "nobody"}'s proposal of round ${round}. ${isReady ? "What is left can be mended in the answer." : "It can not stand as it is."}`,
    issues: [
      { severity: isReady ? "major" : "critical", description: asked },
      { severity: "minor", description: "It gives no figures." },
    ],
    score: Math.min(9, 3 + 2 * round),
    readyForSynthesis: isReady,
  };
}

export function demoSynthesis({ topic, round }: TurnRequest): string {
  return [
    DEMO_LINE,
    `The question was: "${excerpt(topic, 40)}" The answer after ${round} ${round === 1 ? "round" : "rounds"}: ${parts(round)}.`,
    "Open: nobody has brought figures, so the size of the effect is not known.",
  ].join("\n\n");
}

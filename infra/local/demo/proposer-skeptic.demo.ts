/** Canned proposals that improve each round, critiques, and an answer. */
import type { Critique } from "../../../domain/shapes/schemas/turn.schema.ts";
import { excerpt, paragraphs } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

/** A proposal gains one part each round; the skeptic asks for the next. */
const PARTS = texts.proposerSkeptic.parts;

/** Replies by phase. */
export const SKEPTIC_TURNS = { proposal, critique, synthesis };

function parts(round: number): string {
  const said = PARTS.slice(0, round - 1).map(({ adds }) => adds);
  return ["take the smallest step that would show a difference", ...said]
    .map((part, i) => `(${i + 1}) ${part}`)
    .join("; ");
}

function proposal({ topic, round }: DemoRequest): string {
  const change =
    round === 1
      ? `The question: "${excerpt(topic, 16)}" Here is a first proposal.`
      : `Changed since round ${round - 1}: ${PARTS[Math.min(round - 2, PARTS.length - 1)]?.adds}.`;
  return paragraphs(change, `The proposal: ${parts(round)}.`);
}

/** Critical in the first two rounds; from the third on the proposal is ready. */
function critique({ round, turns }: DemoRequest): Critique {
  const asked = PARTS[Math.min(round, PARTS.length) - 1]?.asks ?? "";
  const isReady = round > 2;
  const verdict = isReady ? "What is left can be mended in the answer." : "It cannot stand as it is.";
  return {
    critique: `I have read ${turns.at(-1)?.speaker ?? "nobody"}'s proposal of round ${round}. ${verdict}`,
    issues: [
      { severity: isReady ? "major" : "critical", description: asked },
      { severity: "minor", description: "It gives no figures." },
    ],
    score: Math.min(9, 3 + 2 * round),
    readyForSynthesis: isReady,
  };
}

function synthesis({ topic, round }: DemoRequest): string {
  const rounds = `${round} ${round === 1 ? "round" : "rounds"}`;
  return paragraphs(
    `The question was: "${excerpt(topic, 40)}" The answer after ${rounds}: ${parts(round)}.`,
    "Open: nobody has brought figures, so the size of the effect is not known.",
  );
}

/** Canned answers, rankings and a chair's answer for a council. Deterministic. */
import type { Council, Ranking } from "../../../domain/shapes/schemas/council.schema.ts";
import { claimOf, excerpt, paragraphs, pick } from "./replies.ts";
import type { DemoRequest } from "./request.demo.ts";
import texts from "./texts.json" with { type: "json" };

const { plans } = texts.dialectic;

/** Replies by phase. */
export const MEMBER_TURNS = { proposal: answer, refinement: revision };

function answer({ speaker, topic }: DemoRequest): string {
  return paragraphs(
    `To the question "${excerpt(topic, 16)}" my answer is this: ${planOf(topic, speaker)}.`,
    "I am least sure of the beginning. A trial that fails would change my answer.",
  );
}

function revision({ speaker, topic, turns }: DemoRequest): string {
  return paragraphs(
    `My answer after ${turns.length} others: ${planOf(topic, speaker)}.`,
    "From them I take over a check after each step and a way back. The rest stands as it was.",
  );
}

function planOf(topic: string, speaker: string): string {
  return plans[pick(plans.length, topic, speaker)] ?? "";
}

/** The longest answer is first, and answers of one length share a place: every ranker agrees, whatever the labels. */
export function demoRanking({ ranked, turns }: DemoRequest): Pick<Ranking, "places" | "reasons"> {
  const lengths = new Map(turns.map(({ speaker, text }) => [keyOf(speaker), text.length]));
  const lengthOf = (key: string) => lengths.get(key) ?? 0;
  const groups = [...Map.groupBy(ranked, lengthOf)].toSorted(([a], [b]) => b - a);
  return {
    reasons: Object.fromEntries(
      ranked.map((key) => [key, `It has ${lengthOf(key)} characters, and length decides here.`]),
    ),
    places: groups.map(([, keys]) => keys),
  };
}

/** `Speaker A` → `speaker-a` */
function keyOf(speaker: string): string {
  return speaker.toLowerCase().replaceAll(" ", "-");
}

type Written = Pick<Council, "answer" | "consensus" | "contradictions" | "onlyOne" | "blindSpots">;

export function demoChair({ topic, turns, shape }: DemoRequest): Written {
  const speakers = [...new Set(turns.map((turn) => turn.speaker))];
  const first = turns[0];
  const ids = shape?.ids ?? speakers.map(keyOf);
  return {
    consensus: ["All would begin with a step that can be undone."],
    contradictions: speakers.length > 1 ? [`${speakers.join(" and ")} name different first steps.`] : [],
    onlyOne: ids.slice(0, 1).map((participantId) => ({
      participantId,
      point: first ? `"${excerpt(claimOf(first.text), 24)}"` : "A first step.",
    })),
    blindSpots: ["Nobody brought figures."],
    answer: `The council's answer to "${excerpt(topic, 40)}", from ${turns.length} answers: take the smallest useful step first, keep a way back, and measure before the next.`,
  };
}

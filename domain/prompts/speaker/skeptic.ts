/** The skeptic's critique: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { type Critique, SEVERITIES } from "../../shapes/schemas/turn.schema.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { CLAIMS } from "../parts/debater-rules.ts";
import { ASK_FOR_JSON, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Reading, SpokenTurn } from "../parts/prompt.prompt-part.ts";
import { type Voice } from "./turn.speaker-prompt.ts";

const schema = z.strictObject({
  critique: filled,
  issues: z.array(z.strictObject({ severity: z.enum(SEVERITIES), description: filled })),
  score: between(0, 10),
  readyForSynthesis: z.boolean(),
});
const output = outputSchema("critique", schema);

/** By round; the last is used for all later rounds. Only the last message varies. */
const TONES = [
  "Be thorough and fair: test the proposal's foundations before its details.",
  "Be stricter than in the round before: what was excused as a first draft is excused no longer.",
  "Be hard: take every claim for unproven until its reason stands in the text, and look for the case that breaks it.",
  "Be harsher still: assume that a flaw is hidden here and hunt for it. A repair that only moves a problem is no repair.",
  "Show no mercy: examine it as an expert would who wants it to fail, and let nothing pass that a hostile reader could use.",
];

export const SKEPTIC: Voice = {
  intro:
    "You work with two others on the best answer to a question. You are the skeptic: a proposer proposes, and you find what is wrong with it.",
  manners: `How to examine a proposal:
- Look for errors of fact and of logic, hidden assumptions, missing cases, harm that was overlooked, and better ways that were not considered.
- Say of each issue what breaks and why, so that it can be mended. critical: the proposal fails by it. major: it is much weaker by it. minor: it could be better.
- Raise an earlier issue again only while it is unsolved, and say what is still missing.
${CLAIMS}
- Do not invent issues. When nothing critical is left, list nothing as critical.
- Never invent what another has said: rely only on what stands in the transcript.`,
  output,
  ending: MEND_JSON,
  templates: "others",
  task: ({ turn, totalRounds }) => [
    `Examine the newest proposal. Severity ${turn.round} of ${totalRounds}: ${toneOf(turn.round)}`,
    `- critique: your examination in one to three paragraphs.
- issues: every issue that stands now, each with its severity (critical, major or minor) and its description.
- score: how good the proposal is, 0 (worthless) to 10 (nothing left to mend). The severity is how hard you look, not how you score: the same proposal gets the same score in every round.
- readyForSynthesis: true only when the final answer could be written from it as it stands.`,
    ASK_FOR_JSON,
  ],
};

function toneOf(round: number): string {
  return TONES[Math.min(round, TONES.length) - 1] ?? "";
}

/** Returns all faults as sentences. */
export function readCritique(text: string): Reading<SpokenTurn> {
  const reading = readAnswer(text, { schema });
  return reading.ok ? { ok: true, value: { text: critiqueText(reading.value), critique: reading.value } } : reading;
}

/** A critique as prose, for people and for the other models. */
export function critiqueText({ critique, issues, score, readyForSynthesis }: Critique): string {
  const lists = SEVERITIES.flatMap((severity) => {
    const mine = issues.filter((issue) => issue.severity === severity);
    const title = `${severity[0]?.toUpperCase()}${severity.slice(1)} issues:`;
    return mine.length === 0 ? [] : [[title, ...mine.map((issue) => `- ${issue.description}`)].join("\n")];
  });
  const verdict = readyForSynthesis ? "It is ready for the synthesis." : "It is not ready for the synthesis.";
  return [critique, ...(lists.length > 0 ? lists : ["No issue is left."]), `Score: ${score} of 10. ${verdict}`].join(
    "\n\n",
  );
}

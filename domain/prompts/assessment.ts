/** The judge's opinion of one round: what it is asked, the shape of the answer, and how the answer is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import { byName, keysOf, type Rubric, rubricOf, weightedScore } from "../judging/rubric.ts";
import { type Assessment, AssessmentFlags, type Turn } from "../schemas.ts";
import { between, filled, keyed, outputSchema, readAnswer } from "./answer.ts";
import { strangeTurns } from "./cited-turns.ts";
import { judgePrompt } from "./judge.ts";
import type { Prompt, Reading } from "./prompt.ts";

export type AssessmentReading = Pick<
  Assessment,
  "shouldContinue" | "qualityScore" | "assessments" | "flags" | "reasoning" | "recommendations"
>;

interface AssessmentPromptInput {
  config: DebateConfig;
  round: number;
  /** All turns so far; failed ones are left out. */
  turns: Turn[];
  /** Those of earlier rounds. */
  assessments: Assessment[];
  /** Ids of those to assess; all participants when left out. */
  active?: string[];
  /** What was wrong with the last answer: the judge is shown it and asked more strictly. */
  faults?: string[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

export function buildAssessmentPrompt(input: AssessmentPromptInput): Prompt {
  const { config, round } = input;
  const active = input.active ?? config.participants.map((p) => p.id);
  return judgePrompt({
    config,
    turns: input.turns.filter((turn) => turn.round <= round),
    assessments: input.assessments.filter((a) => a.round < round),
    task: assessmentTask({ round, totalRounds: config.maxRounds, active }),
    output: outputSchema("round_assessment", assessmentSchema(active, rubricOf(config.judge))),
    faults: input.faults,
    view: input.view,
  });
}

/** How the last block of an assessment's prompt begins. */
export const ASSESS = "Assess round";

function assessmentTask({
  round,
  totalRounds,
  active,
}: {
  round: number;
  totalRounds: number;
  active: string[];
}): string {
  return `${ASSESS} ${round} of at most ${totalRounds}.
- assessments: these participants, each exactly once, by id: ${active.join(", ")}. Score what each said in this round, in the light of the rounds before. Strengths and weaknesses cite turn ids.
- qualityScore: the quality of the round as a whole, 0 to 10.
- flags: true only for what you can show in the turns.
- shouldContinue: false when another round is unlikely to add anything worth reading.
- reasoning: how you came to it, citing turn ids.
- recommendations: what the participants should do next.`;
}

function assessmentSchema(active: string[], rubric: Rubric) {
  return z.strictObject({
    reasoning: filled,
    assessments: z.array(
      z.strictObject({
        participant: z.enum(active),
        strengths: z.array(z.string()),
        weaknesses: z.array(z.string()),
        scores: keyed(keysOf(rubric), between(0, 10)),
      }),
    ),
    flags: z.strictObject(AssessmentFlags.shape),
    qualityScore: between(0, 10),
    shouldContinue: z.boolean(),
    recommendations: z.array(z.string()),
  });
}

interface AssessmentRules {
  config: DebateConfig;
  round: number;
  /** Ids of those who had to be assessed. */
  active: string[];
  /** Ids of the turns that the judge was shown. */
  turnIds: string[];
}

/** Reads a judge's answer; adds each participant's weighted score. All faults come at once, as sentences. */
export function readAssessment(text: string, { config, active, turnIds }: AssessmentRules): Reading<AssessmentReading> {
  const rubric = rubricOf(config.judge);
  const reading = readAnswer(text, {
    schema: assessmentSchema(active, rubric),
    check: (raw) => [...onceEach(raw, active), ...strangeTurns(raw, turnIds)],
  });
  if (!reading.ok) return reading;
  const assessments = reading.value.assessments.map((a) => {
    const scores = byName(rubric, a.scores);
    return { ...a, scores, score: weightedScore(scores, rubric) };
  });
  return { ok: true, value: { ...reading.value, assessments } };
}

function onceEach(raw: unknown, active: string[]): string[] {
  const list = (raw as { assessments?: unknown } | null)?.assessments;
  if (!Array.isArray(list)) return [];
  const named = list.map((entry) => (entry as { participant?: unknown } | null)?.participant);
  return active.flatMap((id) => {
    const count = named.filter((name) => name === id).length;
    if (count === 1) return [];
    return [
      count === 0 ? `Participant ${id} is not assessed.` : `Participant ${id} is assessed ${count} times, not once.`,
    ];
  });
}

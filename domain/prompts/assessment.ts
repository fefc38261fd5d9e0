/** The judge's opinion of one round: what it is asked, the shape of the answer, and how the answer is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import { type PositionChange, positionFaults } from "../judging/flips.ts";
import { byName, keysOf, type Rubric, rubricOf, weightedScore } from "../judging/rubric.ts";
import { type Assessment, AssessmentFlags } from "../schemas/assessment.ts";
import type { Turn } from "../schemas/turn.ts";
import { between, filled, keyed, outputSchema, readAnswer } from "./answer.ts";
import { strangeTurns } from "./cited-turns.ts";
import { judgePrompt } from "./judge.ts";
import type { Prompt, Reading } from "./prompt.ts";

export type AssessmentReading = Pick<
  Assessment,
  "shouldContinue" | "qualityScore" | "assessments" | "flags" | "reasoning" | "recommendations"
> & {
  /** Left out in round 1, and where the judge left it out. */
  positions?: PositionChange[] | undefined;
};

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
    output: outputSchema("round_assessment", schemaOf(active, rubricOf(config.judge), round)),
    faults: input.faults,
    view: input.view,
  });
}

/** How the last block of an assessment's prompt begins. */
export const ASSESS = "Assess round";

/** A line of the task, from round 2 on. */
const POSITIONS = `- positions: the same participants, each exactly once. changed: whether what it holds is another position than in the round before; to concede a detail is no change. from and to: both positions in brief, null when nothing changed. cause: the id of the one turn or exhibit that the change is owed to by its own words; null when it names none, or nothing changed.
`;

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
${round > 1 ? POSITIONS : ""}- qualityScore: the quality of the round as a whole, 0 to 10.
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

/** There is no position to compare with before round 2. */
function schemaOf(active: string[], rubric: Rubric, round: number) {
  const schema = assessmentSchema(active, rubric);
  return round > 1 ? schema.extend({ positions: positionsSchema(active) }) : schema;
}

function positionsSchema(active: string[]) {
  return z.array(
    z.strictObject({
      participant: z.enum(active),
      changed: z.boolean(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      cause: z.string().nullable(),
    }),
  );
}

interface AssessmentRules {
  config: DebateConfig;
  round: number;
  /** Ids of those who had to be assessed. */
  active: string[];
  /** Ids of the turns that the judge was shown. */
  turnIds: string[];
}

/**
 * Reads a judge's answer; adds each participant's weighted score. All faults come at once, as sentences. `positions` that
 * are wrong are a fault; that they were left out is none: an assessment is not worth less for it.
 */
export function readAssessment(
  text: string,
  { config, round, active, turnIds }: AssessmentRules,
): Reading<AssessmentReading> {
  const rubric = rubricOf(config.judge);
  const base = assessmentSchema(active, rubric);
  const causes = [...turnIds, ...(config.exhibits ?? []).map(({ id }) => id)];
  const reading = readAnswer(text, {
    schema: round > 1 ? base.extend({ positions: positionsSchema(active).optional() }) : base,
    check: (raw) => [
      ...onceEach(raw, active),
      ...positionFaults(raw, { active, causes }),
      ...strangeTurns(raw, turnIds),
    ],
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

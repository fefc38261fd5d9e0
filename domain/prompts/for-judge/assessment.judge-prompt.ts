/** The judge's assessment of a round: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { byName, keysOf, type Rubric, rubricOf, weightedScore } from "../../judge/rubric.judging.ts";
import { type PositionChange, positionFaults } from "../../judge/signals/flips.ts";
import { allExhibits } from "../../rules/exhibits/found.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { type Assessment, AssessmentFlags } from "../../shapes/schemas/assessment.schema.ts";
import { between, builtOnce, filled, keyed, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { strangeTurns } from "../parts/cited-turns.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

export type AssessmentReading = Pick<
  Assessment,
  "shouldContinue" | "qualityScore" | "assessments" | "flags" | "agreementAreas" | "reasoning" | "recommendations"
> & {
  /** Missing in round 1, and if the judge omitted it. */
  positions?: PositionChange[] | undefined;
};

interface AssessmentPromptInput extends JudgeInput {
  round: number;
  /** Only those of earlier rounds are shown. */
  assessments: Assessment[];
  /** Ids of the participants to assess; all if missing. */
  active?: string[];
}

export function buildAssessmentPrompt(input: AssessmentPromptInput): Prompt {
  const { config, round } = input;
  const active = input.active ?? config.participants.map((p) => p.id);
  return judgePrompt({
    ...input,
    does: "assesses",
    turns: input.turns.filter((turn) => turn.round <= round),
    assessments: input.assessments.filter((a) => a.round < round),
    task: assessmentTask(round, config.maxRounds, active),
    output: outputSchema("round_assessment", askedSchema({ active, rubric: rubricOf(config.judge) })),
  });
}

/** The last block of the prompt begins with this. */
export const ASSESS = "Assess round";

/** A line of the task, from round 2 on. */
const POSITIONS = `
- positions: the same participants, each exactly once. changed: whether it holds another position than in the round before; to concede a detail is no change. from, to: both in brief. cause: the id of the one turn or exhibit to which it owes the change by its own words. null where nothing changed, or none is named.`;

const NO_POSITIONS = "\n- positions: an empty list.";

function assessmentTask(round: number, totalRounds: number, active: string[]): string {
  return `${ASSESS} ${round} of at most ${totalRounds}.
- assessments: these participants, each exactly once, by id: ${active.join(", ")}. Score what each said in this round, in the light of the rounds before. Strengths and weaknesses cite turn ids.${round > 1 ? POSITIONS : NO_POSITIONS}`;
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
    agreementAreas: z.array(z.string()),
    qualityScore: between(0, 10),
    shouldContinue: z.boolean(),
    recommendations: z.array(z.string()),
  });
}

interface Asked {
  active: string[];
  rubric: Rubric;
}

/** The same in every round: providers put it before everything else, so another one would end what their caches hold. */
const askedSchema = builtOnce(({ active, rubric }: Asked) =>
  assessmentSchema(active, rubric).extend({ positions: positionsSchema(active) }),
);

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

/** Of round 1, which has no earlier position to compare with. */
const IGNORED = z.unknown().transform(() => undefined);

const readSchema = builtOnce(({ active, rubric, isFirst }: Asked & { isFirst: boolean }) =>
  assessmentSchema(active, rubric).extend({
    agreementAreas: z.array(z.string()).optional(),
    positions: (isFirst ? IGNORED : positionsSchema(active)).optional(),
  }),
);

interface AssessmentRules {
  config: DebateConfig;
  round: number;
  /** Ids of the participants to assess. */
  active: string[];
  /** Ids of the turns that the judge was shown. */
  turnIds: string[];
}

/**
 * Reads the reply and adds each participant's weighted score. Returns all faults as sentences. Wrong `positions` or
 * `agreementAreas` are a fault, missing ones are not: the assessment is as good without them.
 */
export function readAssessment(
  text: string,
  { config, round, active, turnIds }: AssessmentRules,
): Reading<AssessmentReading> {
  const rubric = rubricOf(config.judge);
  const causes = [...turnIds, ...allExhibits(config).map(({ id }) => id)];
  const reading = readAnswer(text, {
    schema: readSchema({ active, rubric, isFirst: round <= 1 }),
    check: (raw) => [
      ...onceEach(raw, active),
      ...(round > 1 ? positionFaults(raw, { active, causes }) : []),
      ...strangeTurns(raw, turnIds),
    ],
  });
  if (!reading.ok) return reading;
  const { positions, ...value } = reading.value;
  const assessments = value.assessments.map((a) => {
    const scores = byName(rubric, a.scores);
    return { ...a, scores, score: weightedScore(scores, rubric) };
  });
  return { ok: true, value: { ...value, ...(positions && { positions }), assessments } };
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

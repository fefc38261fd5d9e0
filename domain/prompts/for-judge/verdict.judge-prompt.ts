/** The judge's final verdict: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { byName, keysOf, type Rubric, rubricOf, verdictScore } from "../../judge/rubric.judging.ts";
import { LARGEST_TRAIL } from "../../judge/winner.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Verdict } from "../../shapes/schemas/ballot.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import { between, filled, keyed, outputSchema, readAnswer, shortened } from "../parts/answer.prompt-part.ts";
import { pointFaults, pointsSchema, strangeTurns } from "../parts/cited-turns.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

/** A ballot never shows assessments of rounds: they were made in one order, and would anchor both. */
interface VerdictPromptInput extends JudgeInput {
  endedBy: EndedBy;
  /** Ids of the participants to rule on; all if missing. */
  active?: string[];
}

export function buildVerdictPrompt(input: VerdictPromptInput): Prompt {
  const { config, endedBy } = input;
  const active = input.active ?? config.participants.map((p) => p.id);
  const output = outputSchema("final_verdict", verdictSchema(active, rubricOf(config.judge)));
  return judgePrompt({ ...input, assessments: [], task: verdictTask(endedBy, active), output });
}

/** The last block of the prompt begins with this. */
export const RULE = "The debate is over";

const ENDINGS: Record<EndedBy, string> = {
  judge: "the judge saw no need for another round",
  limit: "the last round has been held",
  convergence: "the participants came together, or had little left to add",
  budget: "its budget is spent",
  owner: "its owner ended it early",
  policy: "it could not go on as planned",
};

function verdictTask(endedBy: EndedBy, active: string[]): string {
  return `${RULE}: ${ENDINGS[endedBy]}. Give the final verdict on the whole of it.
${verdictFields(active)}
- summary: what was debated and how it went.`;
}

/** The fields of every verdict, also of one on answers given alone. */
function verdictFields(active: string[]): string {
  return `Work in this order. The participants, by id: ${active.join(", ")}.
- findings: the 2 to 4 clashes that decide it, before any score. Of each: the question; each participant's best point and the id of its turn, null for both when it made none; what was left unanswered; who prevailed; null where nothing or nobody.
- criteria: your finding by criterion, citing turn ids.
- criterionScores: 0 to 10 by participant and criterion, as the findings bear out.
- winner: the participant who argued best by the rubric, and why. null only when nobody argued better. A ballot whose winner has a weighted score more than 5 of 100 below another's does not count.
- reasoning: how you came to it, citing turn ids.
- areasOfAgreement, areasOfDisagreement: what they hold in common, and what still divides them.
- qualityScore: the quality of the debate as a whole, 0 to 100.
- insights: what a reader learns from it beyond the positions.
- dissent: the best reasons to rule otherwise.`;
}

function verdictSchema(active: string[], rubric: Rubric) {
  const criteria = keysOf(rubric);
  return z.strictObject({
    findings: z.array(findingSchema(active)),
    criteria: keyed(criteria, z.string()),
    criterionScores: keyed(active, keyed(criteria, between(0, 10))),
    winner: z.strictObject({ participant: z.enum(active), reasoning: filled }).nullable(),
    reasoning: filled,
    areasOfAgreement: z.array(z.string()),
    areasOfDisagreement: z.array(z.string()),
    qualityScore: between(0, 100),
    insights: z.array(z.string()),
    dissent: z.array(z.string()),
    summary: filled,
  });
}

function findingSchema(active: string[]) {
  return z.strictObject({
    question: filled,
    points: pointsSchema(active),
    unanswered: z.string().nullable(),
    prevailed: z.enum(active).nullable(),
  });
}

/** How many clashes of a ballot are kept. */
const MOST = { findings: 4 };

export interface VerdictRules {
  config: DebateConfig;
  /** Ids of the participants to rule on. */
  active: string[];
  /** Ids of the turns that the judge was shown. */
  turnIds: string[];
}

/** Reads the reply and adds `scores`, 0–100 by participant. Returns all faults as sentences. */
export function readVerdict(text: string, rules: VerdictRules): Reading<Verdict> {
  return coherent(readAnswer(text, { schema: schemaFor(rules), ...verdictRules(rules) }), rules);
}

function schemaFor({ config, active }: VerdictRules) {
  return verdictSchema(active, rubricOf(config.judge));
}

/** What no schema can express. */
function verdictRules({ turnIds }: VerdictRules) {
  return {
    tidy: (raw: unknown) => shortened(raw, MOST),
    check: (raw: unknown) => [...strangeTurns(raw, turnIds), ...findingFaults(raw, turnIds)],
  };
}

function findingFaults(raw: unknown, turnIds: string[]): string[] {
  const findings = (raw as { findings?: unknown } | null)?.findings;
  if (!Array.isArray(findings)) return [];
  return findings.flatMap((finding, i) => pointFaults(finding, `findings[${i}]`, turnIds));
}

/** Adds the scores, and refuses a winner whom they contradict. */
function coherent<T extends Unscored>(reading: Reading<T>, { config }: VerdictRules): Reading<T & Verdict> {
  if (!reading.ok) return reading;
  const value = scored(reading.value, rubricOf(config.judge));
  const { winner, scores } = value;
  const best = Math.max(...Object.values(scores));
  const own = winner ? (scores[winner.participant ?? ""] ?? 0) : best;
  if (best - own <= LARGEST_TRAIL) return { ok: true, value };
  const faults = [
    `The winner's weighted score is ${own} of 100, another's is ${best}: scores and winner contradict each other.`,
  ];
  return { ok: false, faults };
}

type Unscored = Omit<Verdict, "scores" | "keyPoints">;

/** Adds `scores`, 0–100 by participant. */
function scored<T extends Unscored>(value: T, rubric: Rubric): T & Verdict {
  const given = Object.entries(value.criterionScores);
  const criterionScores = Object.fromEntries(given.map(([id, by]) => [id, byName(rubric, by)]));
  const scores = Object.fromEntries(given.map(([id]) => [id, verdictScore(criterionScores[id] ?? {}, rubric)]));
  const criteria = byName(rubric, value.criteria);
  return { ...value, keyPoints: keyPointsIn(value.findings), criterionScores, criteria, scores };
}

/** Each participant's best points, by the findings. */
function keyPointsIn(findings: Unscored["findings"]): Verdict["keyPoints"] {
  const ids = Object.keys(findings[0]?.points ?? {});
  return Object.fromEntries(ids.map((id) => [id, findings.flatMap(({ points }) => points[id]?.point ?? [])]));
}

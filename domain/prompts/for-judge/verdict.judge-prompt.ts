/** The judge's ballot: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import { byName, keysOf, type Rubric, rubricOf, verdictScore } from "../../judge/rubric.judging.ts";
import { LARGEST_TRAIL } from "../../judge/winner.ts";
import { readAnswerText } from "../../rules/answers/same.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { type AnswerChoice, choiceAsked } from "../../rules/judges/ballot-answer.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Verdict } from "../../shapes/schemas/ballot.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { between, builtOnce, filled, keyed, outputSchema, readAnswer, shortened } from "../parts/answer.prompt-part.ts";
import { type AskedPoint, byParticipant, pointFaults, pointsSchema, strangeTurns } from "../parts/cited-turns.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { optionsOf } from "../question/alone.question-prompt.ts";
import { askedFor, valueOf } from "../question/reply.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

/** A ballot never shows assessments of rounds: they were made in one order, and would anchor both. */
interface VerdictPromptInput extends JudgeInput {
  endedBy: EndedBy;
  /** Ids of the participants to rule on; all if missing. */
  active?: string[];
  /** The one ballot that is asked what readers want beside the ruling. */
  isFirst?: boolean;
}

export function buildVerdictPrompt(input: VerdictPromptInput): Prompt {
  const { config, endedBy, isFirst = false } = input;
  const active = input.active ?? config.participants.map((p) => p.id);
  const about: Asked = { active, rubric: rubricOf(config.judge), choice: choiceAsked(config), isFirst };
  const output = outputSchema("ballot", verdictSchema(about));
  return judgePrompt({ ...input, does: "rules", assessments: [], task: verdictTask(endedBy, about, config), output });
}

interface Asked {
  active: string[];
  rubric: Rubric;
  choice: AnswerChoice | null;
  isFirst: boolean;
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

function verdictTask(endedBy: EndedBy, about: Asked, config: DebateConfig): string {
  const { active, choice, isFirst } = about;
  return [
    ...(choice?.of === "form" ? optionsOf(choice.form, fencesOf(config), "The answers to choose from:") : []),
    `${RULE}: ${ENDINGS[endedBy]}. Cast your ballot on the whole of it, in this order. The participants, by id: ${active.join(", ")}.`,
    "- findings: the clashes that decide it, 2 to 4, before any score. Of each: the question; the best point of each participant who made one, with the id of its turn; what was left unanswered; who prevailed; null where nothing or nobody.",
    "- criterionScores: 0 to 10 by participant and criterion, as the findings bear out.",
    `- winner: ${winnerAsked(active, config)}`,
    "- reasoning: why that one, or nobody, citing turn ids.",
    ...(choice ? answerLines(choice, fencesOf(config)) : []),
    "- dissent: the best reasons to rule otherwise.",
    "- qualityScore: of the debate as a whole, 0 to 100.",
    ...(isFirst ? MORE : []),
  ].join("\n");
}

/** For readers of the result. They decide nothing, so one ballot is enough. */
const MORE = [
  "- criteria: your finding by criterion, citing turn ids.",
  "- areasOfAgreement, areasOfDisagreement: what they hold in common, and what still divides them.",
  "- insights: what a reader learns beyond the positions.",
  "- summary: what was debated and how it went.",
];

/** Who was never heard cannot have argued worse. */
function winnerAsked(active: string[], config: DebateConfig): string {
  if (active.length === 1) return "null, since nobody else was heard.";
  const movement = isVoted(config) ? "; which side the votes moved to is counted apart" : "";
  return `who argued best, as the scores bear out${movement}. null only when nobody argued better.`;
}

function isVoted({ format }: DebateConfig): boolean {
  return FORMATS_BY_NAME[format].votes === true;
}

/** What is right is another question than who argued better, and is asked after it. */
function answerLines(choice: AnswerChoice, fences: Fences): string[] {
  return [
    `- answer: what you answer to the topic yourself, on what was said and what you know, whoever argued better. choice: ${choiceLine(choice, fences)} text: the answer in one sentence.`,
    "- probability: of 100 such questions that you would answer so on such a record, how many of your answers would be right, 0 to 100.",
  ];
}

function choiceLine(choice: AnswerChoice, fences: Fences): string {
  if (choice.of === "motion") return "for or against the motion.";
  if (choice.of === "participants")
    return "the id of the participant whose position at the end it is; null when it is nobody's.";
  return `${askedFor(choice.form, fences).replace(/\.$/, "")}; null when the record leaves it open.`;
}

const verdictSchema = builtOnce(({ active, rubric, choice, isFirst }: Asked) => {
  const criteria = keysOf(rubric);
  return z.strictObject({
    findings: z.array(findingSchema(active)),
    criterionScores: keyed(active, keyed(criteria, between(0, 10))),
    winner: z.enum(active).nullable(),
    reasoning: filled,
    ...(choice && {
      answer: z.strictObject({ choice: choiceSchema(choice, active), text: filled }),
      probability: between(0, 100),
    }),
    dissent: z.array(z.string()),
    qualityScore: between(0, 100),
    ...(isFirst && {
      criteria: keyed(criteria, z.string()),
      areasOfAgreement: z.array(z.string()),
      areasOfDisagreement: z.array(z.string()),
      insights: z.array(z.string()),
      summary: filled,
    }),
  });
});

function choiceSchema(choice: AnswerChoice, active: string[]): z.ZodType<string | number | null> {
  if (choice.of === "motion") return z.enum(["for", "against"]);
  return (choice.of === "participants" ? z.enum(active) : valueOf(choice.form)).nullable();
}

/** As it is asked for: what only some ballots have is missing in others. */
export interface AskedBallot
  extends Pick<Verdict, "criterionScores" | "reasoning" | "dissent" | "qualityScore" | "probability">,
    Partial<Pick<Verdict, "criteria" | "areasOfAgreement" | "areasOfDisagreement" | "insights" | "summary">> {
  findings: AskedFinding[];
  winner: string | null;
  answer?: { choice: string | number | null; text: string };
}

type AskedFinding = Omit<Verdict["findings"][number], "points"> & { points: AskedPoint[] };

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
  isFirst?: boolean;
}

/** Reads the reply and adds `scores`, 0–100 by participant. Returns all faults as sentences. */
export function readVerdict(
  text: string,
  { config, active, turnIds, isFirst = false }: VerdictRules,
): Reading<Verdict> {
  const rubric = rubricOf(config.judge);
  const choice = choiceAsked(config);
  const schema = verdictSchema({ active, rubric, choice, isFirst });
  const reading = readAnswer(text, {
    schema: schema as unknown as z.ZodType<AskedBallot>,
    // What nobody asked for is left out: it is no reason to ask again.
    tidy: (raw) => shortened(onlyAsked(raw, Object.keys(schema.shape)), MOST),
    check: (raw) => [...strangeTurns(raw, turnIds), ...findingFaults(raw, turnIds)],
  });
  return reading.ok ? coherent(wholeVerdict(reading.value, { active, rubric, choice })) : reading;
}

function onlyAsked(raw: unknown, fields: string[]): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([field]) => fields.includes(field)));
}

function findingFaults(raw: unknown, turnIds: string[]): string[] {
  const findings = (raw as { findings?: unknown } | null)?.findings;
  if (!Array.isArray(findings)) return [];
  return findings.flatMap((finding, i) => pointFaults(finding, `findings[${i}]`, turnIds));
}

/** With `scores`, and with the fields that this ballot was not asked for. */
function wholeVerdict(
  { winner, answer, findings: asked, ...ballot }: AskedBallot,
  { active, rubric, choice }: Omit<Asked, "isFirst">,
): Verdict {
  const given = Object.entries(ballot.criterionScores);
  const criterionScores = Object.fromEntries(given.map(([id, by]) => [id, byName(rubric, by)]));
  const scores = Object.fromEntries(given.map(([id]) => [id, verdictScore(criterionScores[id] ?? {}, rubric)]));
  const findings = asked.map((finding) => ({ ...finding, points: byParticipant(finding.points, active) }));
  return {
    summary: "",
    areasOfAgreement: [],
    areasOfDisagreement: [],
    insights: [],
    ...ballot,
    findings,
    keyPoints: keyPointsIn(findings, active),
    winner: winner === null || active.length === 1 ? null : { participant: winner, reasoning: ballot.reasoning },
    ...(answer && choice && { answer: { choice: choiceIn(answer.choice, choice), text: answer.text } }),
    criterionScores,
    criteria: ballot.criteria ? byName(rubric, ballot.criteria) : {},
    scores,
  };
}

/** In the form's own spelling. */
function choiceIn(given: string | number | null, choice: AnswerChoice): string | null {
  if (given === null) return null;
  return choice.of === "form" ? readAnswerText(given, choice.form) : String(given);
}

/** Refuses a winner whom the scores contradict. */
function coherent(value: Verdict): Reading<Verdict> {
  const { winner, scores } = value;
  const best = Math.max(...Object.values(scores));
  const own = winner ? (scores[winner.participant ?? ""] ?? 0) : best;
  if (best - own <= LARGEST_TRAIL) return { ok: true, value };
  const faults = [
    `The winner's weighted score is ${own} of 100, another's is ${best}: scores and winner contradict each other.`,
  ];
  return { ok: false, faults };
}

/** Each participant's best points, by the findings. */
function keyPointsIn(findings: Verdict["findings"], active: string[]): Verdict["keyPoints"] {
  return Object.fromEntries(active.map((id) => [id, findings.flatMap(({ points }) => points[id]?.point ?? [])]));
}

/** A canned judge. Scores depend on the turns' words, and are deterministic. */
import { weightedScore } from "../../../domain/judge/rubric.judging.ts";
import type { PositionChange } from "../../../domain/judge/signals/flips.ts";
import type { AssessmentReading } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import type { AskedBallot } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { AskedPoint } from "../../../domain/prompts/parts/cited-turns.ts";
import type { CriterionScores } from "../../../domain/shapes/schemas/rubric.schema.ts";
import type { Vote } from "../../../domain/shapes/schemas/vote.schema.ts";
import { asAsked, type Ruling } from "./ballot.demo.ts";
import { claimOf, excerpt, pick } from "./replies.ts";
import type { DemoParticipant, DemoRequest, DemoTurn } from "./request.demo.ts";

/** From this round on the demo judge ends the debate. */
const LAST_ROUND = 3;

/** What canned speakers agree on. */
const AGREED = "All want a decision that rests on reasons and can be checked later.";

type Unscored = Omit<AssessmentReading, "assessments"> & {
  assessments: Omit<AssessmentReading["assessments"][number], "score">[];
};

export function demoAssessment(request: DemoRequest): Unscored {
  const { round, format } = request;
  const turns = request.turns.filter((turn) => turn.round === round);
  const late = round >= LAST_ROUND;
  const assessments = request.participants.map((p) => assess(p, request, turns));
  return {
    reasoning: `Round ${round} rests on ${cited(turns)}. The scores follow from the words of the turns by a fixed rule.`,
    assessments,
    ...(round > 1 && { positions: positionsOf(request, late && format === "convergence-seeking") }),
    flags: {
      repetitive: false,
      drifting: false,
      diminishingReturns: late,
      convergenceReached: late && format === "convergence-seeking",
    },
    qualityScore: mean(assessments.map((a) => weightedScore(a.scores, request.criteria))),
    agreementAreas: late ? [AGREED] : [],
    shouldContinue: !late,
    recommendations: late
      ? ["The main points are on the table: move to a conclusion."]
      : ["Name a case that speaks for the position.", "Answer the strongest point of the others before adding one."],
  };
}

/** In a converging debate the last participant adopts the position of the last other turn. */
function positionsOf({ participants, turns }: DemoRequest, converges: boolean): PositionChange[] {
  return participants.map((p, i) => {
    const cause = turns.findLast((turn) => turn.speaker !== p.name);
    if (!converges || i < participants.length - 1 || !cause)
      return { participant: p.id, changed: false, from: null, to: null, cause: null };
    const to = `Much of what ${cause.speaker} holds.`;
    return { participant: p.id, changed: true, from: excerpt(p.position, 40) || "Its own view.", to, cause: cause.id };
  });
}

export function demoVerdict(request: DemoRequest): AskedBallot {
  const { participants, turns, topic, criteria } = request;
  const scored = participants.map((p) => ({ p, scores: scoresOf(p, request) }));
  const total = (by: CriterionScores) => weightedScore(by, criteria);
  const [best] = scored.toSorted((a, b) => total(b.scores) - total(a.scores));
  const ruling: Ruling = {
    findings: [
      { ...CLASH, question: `What speaks for each answer to "${excerpt(topic, 40)}"?` },
      { ...CLASH, question: "Which of these reasons met the others?" },
    ].map((clash, i) => ({
      ...clash,
      points: participants.flatMap((p) => bestPoint(p, turns, i)),
      prevailed: best?.p.id ?? null,
    })),
    summary: `${names(participants)} debated "${excerpt(topic, 40)}" in ${turns.length} turns.`,
    areasOfAgreement: [AGREED],
    areasOfDisagreement: participants.map((p) => `${p.name} holds: ${excerpt(p.position, 40)}`),
    criterionScores: Object.fromEntries(scored.map(({ p, scores }) => [p.id, scores])),
    criteria: Object.fromEntries(criteria.map(({ name }) => [name, finding(name, scored, turns)])),
    reasoning: `The scores follow from the words of the turns by a fixed rule, over ${cited(turns)}.`,
    winner: best?.p.id ?? null,
    qualityScore: Math.round(mean(scored.map(({ scores }) => total(scores))) * 10),
    insights: ["A demo shows how a debate runs. What it says about the topic means nothing."],
    dissent: ["Other words would have given other scores."],
  };
  return asAsked(ruling, request, `On "${excerpt(topic, 40)}": what ${best?.p.name ?? "nobody"} holds.`);
}

const CLASH = { unanswered: null };

/** Its first point, or its last. */
function bestPoint(p: DemoParticipant, turns: DemoTurn[], i: number): AskedPoint[] {
  const turn = turns.filter(({ speaker }) => speaker === p.name).at(i === 0 ? 0 : -1);
  return turn ? [{ by: p.id, point: excerpt(claimOf(turn.text), 40), turn: turn.id }] : [];
}

/** Undecided before anybody spoke, then for the best speaker's side. */
export function demoVote(debate: DemoRequest): Pick<Vote, "vote" | "confidence" | "reasoning"> {
  const { participants, turns, criteria } = debate;
  const scoreOf = (p: DemoParticipant) => weightedScore(scoresOf(p, debate), criteria);
  const best = turns.length === 0 ? undefined : participants.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  const vote = best?.side === "for" || best?.side === "against" ? best.side : "undecided";
  const why = best ? `${best.name} has the highest weighted score, over ${cited(turns)}.` : "Nobody has spoken yet.";
  return { reasoning: why, vote, confidence: best ? 70 : 50 };
}

/** Undecided before anybody spoke; then for or against by the words of the turns, and by the one that comes out first. */
export function demoAudience({ turns, topic }: DemoRequest): Pick<Vote, "vote" | "confidence" | "reasoning" | "turn"> {
  const reasoning = `The vote follows from the words by a fixed rule.`;
  if (turns.length === 0) return { reasoning, confidence: 50, vote: "undecided" };
  const text = turns.map((turn) => turn.text).join("\n");
  const turn = turns[pick(turns.length, topic, text)]?.id ?? null;
  return { reasoning, confidence: 70, vote: pick(2, topic, text) === 0 ? "for" : "against", turn };
}

function assess(p: DemoParticipant, debate: DemoRequest, turns: DemoTurn[]): Unscored["assessments"][number] {
  const mine = turns.filter((turn) => turn.speaker === p.name);
  const named = debate.participants.filter(
    (other) => other !== p && mine.some((turn) => turn.text.includes(other.name)),
  );
  return {
    participant: p.id,
    scores: scoresOf(p, { ...debate, turns: mine }),
    strengths: mine.length > 0 ? [`Keeps to its position in ${cited(mine)}.`] : [],
    weaknesses:
      mine.length === 0
        ? ["Said nothing in this round."]
        : [named.length > 0 ? `Brings few figures in ${cited(mine)}.` : `Answers nobody by name in ${cited(mine)}.`],
  };
}

/** 5.0 to 8.9 by the words without names, so that the labels' order does not matter. Silence scores 0. */
function scoresOf(p: DemoParticipant, { participants, turns, criteria }: DemoRequest): CriterionScores {
  const said = turns.filter((turn) => turn.speaker === p.name).map((turn) => turn.text);
  const text = participants.reduce((words, { name }) => words.replaceAll(name, ""), said.join("\n"));
  const score = (key: string) => (text === "" ? 0 : 5 + pick(40, p.position, key, text) / 10);
  return Object.fromEntries(criteria.map(({ name }) => [name, score(name)]));
}

function finding(key: string, scored: { p: DemoParticipant; scores: CriterionScores }[], turns: DemoTurn[]): string {
  const first = scored.toSorted((a, b) => (b.scores[key] ?? 0) - (a.scores[key] ?? 0))[0];
  const mine = turns.filter((turn) => turn.speaker === first?.p.name);
  return first ? `${first.p.name} is ahead, by ${cited(mine)}.` : "Nobody spoke.";
}

function cited(turns: DemoTurn[]): string {
  return turns.map((turn) => turn.id).join(", ") || "no turns";
}

function names(participants: DemoParticipant[]): string {
  return participants.map((p) => p.name).join(" and ");
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 10) / 10;
}

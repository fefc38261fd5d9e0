/** The judge of a written debate: rounds, ballots and votes. A judge by another model may find otherwise. */
import { weightedScore } from "../../../domain/judge/rubric.judging.ts";
import type { AssessmentReading } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import type { AskedBallot } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { AskedPoint } from "../../../domain/prompts/parts/cited-turns.ts";
import type { CriterionScores } from "../../../domain/shapes/schemas/rubric.schema.ts";
import type { Vote } from "../../../domain/shapes/schemas/vote.schema.ts";
import { asAsked, type Ruling } from "./ballot.demo.ts";
import { type Cast, castOf } from "./cast.demo.ts";
import { pick } from "./replies.ts";
import type { DemoParticipant, DemoRequest } from "./request.demo.ts";
import type { WrittenDebate, WrittenVoice } from "./written.ts";

/** From this round on the judge sees no need for another. */
const LAST_ROUND = 3;
/** Whoever judges by the speakers' model rules for the second voice. */
const OTHER_JUDGE = "debater";
/** Of 10, before what varies by criterion. */
const BASE = { winner: 7.9, second: 7.2, other: 6.6 };
const SILENT = 0;

export function ruledAssessment(request: DemoRequest, debate: WrittenDebate): object {
  const { round, participants } = request;
  const { judge } = debate;
  const cast = castOf(request, debate);
  const late = round >= LAST_ROUND;
  const spoke = new Set(request.turns.filter((turn) => turn.round === round).map(({ speaker }) => speaker));
  const assessments = participants.map((p) => {
    const { strengths, weaknesses } = voiceOf(p, cast);
    return {
      participant: p.id,
      scores: scoresOf(p, request, cast, spoke.has(p.name)),
      strengths: spoke.has(p.name) ? [cast.named(at(strengths, round - 1))] : [],
      weaknesses: spoke.has(p.name) ? [cast.named(at(weaknesses, round - 1))] : [],
    };
  });
  const unchanged = ({ id }: DemoParticipant) => ({
    participant: id,
    changed: false,
    from: null,
    to: null,
    cause: null,
  });
  return {
    reasoning: cast.named(at(judge.rounds, round - 1)),
    assessments,
    ...(round > 1 && { positions: participants.map(unchanged) }),
    flags: { repetitive: false, drifting: false, diminishingReturns: late, convergenceReached: false },
    qualityScore: mean(assessments.map(({ scores }) => weightedScore(scores, request.criteria))),
    agreementAreas: late ? judge.agreed : [],
    shouldContinue: !late,
    recommendations: [cast.named(at(judge.advice, round - 1))],
  } satisfies Omit<AssessmentReading, "assessments"> & { assessments: object[] };
}

export function ruledVerdict(request: DemoRequest, debate: WrittenDebate): AskedBallot {
  const { participants, criteria } = request;
  const { judge } = debate;
  const cast = castOf(request, debate);
  const scored = participants.map((p) => ({ p, scores: scoresOf(p, request, cast, hasSpoken(p, request)) }));
  const total = ({ scores }: { scores: CriterionScores }) => weightedScore(scores, criteria);
  const [best] = scored.toSorted((a, b) => total(b) - total(a));
  const place = isOther(request) ? 1 : 0;
  const ruling: Ruling = {
    findings: judge.cruxes.slice(0, 4).map(({ question, unanswered, prevailed, points }) => ({
      question,
      unanswered,
      points: participants.flatMap((p) => pointOf(p, points, request, cast)),
      prevailed: holderOf(prevailed, participants, cast)?.id ?? null,
    })),
    summary: cast.named(judge.summary),
    areasOfAgreement: judge.agreed,
    areasOfDisagreement: judge.disagreed,
    criterionScores: Object.fromEntries(scored.map(({ p, scores }) => [p.id, scores])),
    criteria: Object.fromEntries(criteria.map(({ name }, i) => [name, finding(name, i, { scored, cast })])),
    reasoning: cast.named(at(judge.whyWon, place)),
    winner: best?.p.id ?? null,
    qualityScore: Math.round(mean(scored.map(total)) * 10),
    insights: judge.insights,
    dissent: [at(judge.dissent, place)],
  };
  return asAsked(ruling, request, cast.named(best ? voiceOf(best.p, cast).view : judge.answer));
}

function finding(
  name: string,
  i: number,
  { scored, cast }: { scored: { p: DemoParticipant; scores: CriterionScores }[]; cast: Cast },
): string {
  const [first] = scored.toSorted((a, b) => (b.scores[name] ?? 0) - (a.scores[name] ?? 0));
  if (!first) return "";
  const { strengths } = voiceOf(first.p, cast);
  return `${first.p.name}: ${cast.named(strengths[i % strengths.length] ?? "")}`;
}

/** Who holds it, and where it was said; empty for somebody who did not say it. */
export function pointOf(
  p: DemoParticipant,
  points: { point: string; said: number }[],
  { turns }: DemoRequest,
  cast: Cast,
): AskedPoint[] {
  const voice = cast.voiceOf(p.name);
  const written = points[voice];
  const mine = turns.filter(({ speaker }) => speaker === p.name);
  const { says = [], closing = "" } = cast.debate.voices[voice] ?? {};
  const spoken = (text = "") => mine.find((one) => cast.isSaid(text, one.text));
  // A short debate goes from its rebuttal to its closing, which has the points of what it leaves out.
  const turn = spoken(says[written?.said ?? 0]) ?? (isFirstOf(p, cast) ? (spoken(closing) ?? mine[0]) : undefined);
  return written && turn ? [{ by: p.id, point: cast.named(written.point), turn: turn.id }] : [];
}

function isFirstOf(p: DemoParticipant, { seats }: Cast): boolean {
  const own = seats.find(({ name }) => name === p.name);
  return seats.find(({ voice }) => voice === own?.voice) === own;
}

export function holderOf(voice: number | null, participants: DemoParticipant[], cast: Cast) {
  return voice === null ? undefined : participants.find(({ name }) => cast.voiceOf(name) === voice);
}

/** Of the motion: nobody has decided before anybody spoke. */
export function ruledVote({ model, turns }: DemoRequest, { judge, voices }: WrittenDebate): Omit<Vote, "id" | "at"> {
  const winner = voices[model === OTHER_JUDGE ? judge.second : judge.winner];
  const vote = turns.length === 0 || !winner?.side ? "undecided" : winner.side;
  const reasoning = turns.length === 0 ? judge.votes.before : judge.votes.after;
  return { reasoning, vote, confidence: vote === "undecided" ? 50 : 72 } as Omit<Vote, "id" | "at">;
}

/** Voters differ, as far as they are asked one after the other. */
export function ruledAudience(request: DemoRequest, debate: WrittenDebate, asked: number): object {
  const { turns } = request;
  const sided = debate.voices.filter(({ side }) => side !== null);
  const heard = turns.length > 0;
  // Of five voters one is undecided before, and three hold the winner's view after.
  const [winner, other] = [
    debate.voices[debate.judge.winner],
    sided.find((v) => v !== debate.voices[debate.judge.winner]),
  ];
  const before = [other, winner, undefined, other, winner][asked % 5];
  const after = [winner, winner, winner, other, other][asked % 5];
  const voice = heard ? after : before;
  const vote = voice?.side ?? "undecided";
  const cast = castOf(request, debate);
  const weighed = turns.find(({ speaker }) => debate.voices[cast.voiceOf(speaker)] === voice)?.id ?? null;
  return {
    reasoning: voice?.view ?? debate.judge.votes.before,
    confidence: vote === "undecided" ? 50 : 65,
    vote,
    ...(heard && { turn: weighed }),
  };
}

function isOther({ model }: DemoRequest): boolean {
  return model === OTHER_JUDGE;
}

/** Silence scores 0. What varies by criterion never changes who is first. */
function scoresOf(p: DemoParticipant, request: DemoRequest, cast: Cast, spoke: boolean): CriterionScores {
  const { winner, second } = cast.debate.judge;
  const [first, next] = isOther(request) ? [second, winner] : [winner, second];
  const voice = cast.voiceOf(p.name);
  const base = voice === first ? BASE.winner : voice === next ? BASE.second : BASE.other;
  const own = isFirstOf(p, cast) ? base : base - 0.4;
  const score = (name: string) =>
    Math.round((own + pick(7, p.position, name, String(request.round)) / 10 - 0.3) * 10) / 10;
  return Object.fromEntries(request.criteria.map(({ name }) => [name, spoke ? score(name) : SILENT]));
}

function hasSpoken(p: DemoParticipant, { turns }: DemoRequest): boolean {
  return turns.some(({ speaker }) => speaker === p.name);
}

function voiceOf(p: DemoParticipant, cast: Cast): WrittenVoice {
  return cast.debate.voices[cast.voiceOf(p.name)] as WrittenVoice;
}

/** The last one where the list is shorter. */
function at(list: string[], i: number): string {
  return list[Math.min(i, list.length - 1)] ?? "";
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 10) / 10;
}

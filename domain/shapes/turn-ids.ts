/** Ids of what a debate produces. They begin with the generation, which `reset` raises, and contain no names. */

const ofGeneration = (what: string) => (generation: number) => `g${generation}-${what}`;
const ofRound = (what: string) => (generation: number, round: number) => `g${generation}-r${round}-${what}`;

export const positionsId = ofGeneration("positions");
export const retrievalId = ofGeneration("retrieval");
export const solutionId = ofGeneration("solution");
export const answerId = ofGeneration("answer");
export const verdictId = ofGeneration("verdict");
/** Of the check of claims against the exhibits. */
export const claimsId = ofGeneration("claims");
/** Of the second judge's reading of them. */
export const secondReadingId = ofGeneration("second-reading");
export const conclusionId = ofGeneration("conclusion");
/** A judge's word on the written answer. `seat`: its place on the bench, from 1. */
export function reviewId(generation: number, seat: number): string {
  return `g${generation}-review-${seat}`;
}

export function isReviewId(id: string): boolean {
  return /^g\d+-review-\d+$/.test(id);
}

/** Every other judge is shown the speakers under labels that are turned round. */
export function reviewOrder(id: string): "given" | "reversed" {
  return Number(/-(\d+)$/.exec(id)?.[1] ?? 0) % 2 === 0 ? "reversed" : "given";
}

/** Of the call that groups answers in free text. */
export const groupsId = ofGeneration("groups");
export const pluralityId = ofGeneration("plurality");
export const councilId = ofGeneration("council");
/** Of the result as a JSON value. */
export const outputId = ofGeneration("output");
export const unjudgedId = ofGeneration("unjudged");

export const assessmentId = ofRound("assessment");

export function isAssessmentOf(id: string, round: number): boolean {
  return /^g\d+-r(\d+)-assessment$/.exec(id)?.[1] === String(round);
}

export const evaluationId = ofRound("evaluation");
/** Of what the code measures of the private answers. */
export const conformityId = ofRound("conformity");
/** Of the summary that the judge reads before it makes the solution. */
export const judgeSummaryId = ofRound("summary-judge");

/**
 * The round of an act: the one that its id names, which may be over; else the one under way.
 *
 * @example
 * roundOf("g1-r2-assessment", 3) // → 2
 * roundOf("g1-verdict", 3) // → 3
 */
export function roundOf(id: string, underWay: number): number {
  return Number(/^g\d+-r(\d+)-/.exec(id)?.[1] ?? underWay);
}

/**
 * `index`: the turn's place in its round.
 *
 * @example
 * turnId(1, 2, 3) // → "g1-r2-t3"
 */
export function turnId(generation: number, round: number, index: number): string {
  return ofRound(`t${index}`)(generation, round);
}

/** A private answer. `seat`: the participant's place in the request, from 1. */
export function pollId(generation: number, round: number, seat: number): string {
  return ofRound(`poll-${seat}`)(generation, round);
}

/** `seat`: the agent's place in the request, from 1. */
export function summaryId(generation: number, round: number, seat: number): string {
  return ofRound(`summary-${seat}`)(generation, round);
}

/** `seat`: the place in the request of the council's member who ranks, from 1. */
export function rankingId(generation: number, round: number, seat: number): string {
  return ofRound(`ranking-${seat}`)(generation, round);
}

/** A summary of the transcript for all readers. `number` counts them, from 1. */
export function contextSummaryId(generation: number, round: number, number: number): string {
  return ofRound(`context-${number}`)(generation, round);
}

export function isContextSummaryId(id: string): boolean {
  return /^g\d+-r\d+-context-\d+$/.test(id);
}

/** The questions of one participant in one collection. */
export function collectionId(of: { generation: number; iteration: number; participantId: string }): string {
  return `g${of.generation}-c${of.iteration}-${of.participantId}`;
}

/** `seat`: the place on the panel, from 1; left out if the judge votes alone. */
export function voteId(generation: number, when: "before" | "after", seat?: number): string {
  return `g${generation}-vote-${when}${seat === undefined ? "" : `-${seat}`}`;
}

/** Of a judge, not of a voter in the audience. */
export function isVoteId(id: string): boolean {
  return /^g\d+-vote-(?:before|after)(?:-\d+)?$/.test(id);
}

export function voteMoment(id: string): "before" | "after" {
  return /-(?:vote|audience)-before(?:-\d+)?$/.test(id) ? "before" : "after";
}

/** `voter`: its number in the audience, from 1. */
export function audienceVoteId(generation: number, when: "before" | "after", voter: number): string {
  return `g${generation}-audience-${when}-${voter}`;
}

/**
 * Whether it is the id of a vote of the audience, as `audienceVoteId` makes it.
 *
 * @example
 * isAudienceVoteId("g1-audience-before-7") // → true
 */
export function isAudienceVoteId(id: string): boolean {
  return /^g\d+-audience-(?:before|after)-\d+$/.test(id);
}

export function voterOf(id: string): number {
  return Number(/-(\d+)$/.exec(id)?.[1] ?? 0);
}

/** Half of the audience is shown the speakers under labels that are turned round. */
export function voterOrder(id: string): "given" | "reversed" {
  return voterOf(id) % 2 === 0 ? "reversed" : "given";
}

/** `seat`: the judge's place on the bench, from 1. */
export function ballotId(generation: number, of: { seat: number; order: "given" | "reversed" }): string {
  return `g${generation}-b${of.seat}-${of.order}`;
}

/** As this debate knows a ballot of its twin. */
export function twinBallotId(id: string): string {
  return id.replace(/^(g\d+)-/, "$1-twin-");
}

export function isTwinBallotId(id: string): boolean {
  return /^g\d+-twin-/.test(id);
}

/**
 * Whether it is the id of a judge's ballot, as `ballotId` makes it.
 *
 * @example
 * isBallotId("g1-b1-given") // → true
 * isBallotId("g1-r1-t1") // → false
 */
export function isBallotId(id: string): boolean {
  return /^g\d+-b\d+-(?:given|reversed)$/.test(id);
}

/** Of the first judge, in the first order. */
export function isFirstBallot(id: string): boolean {
  return ballotSeat(id) === 1 && ballotOrder(id) === "given";
}

export function ballotSeat(id: string): number {
  return Number(/-b(\d+)-/.exec(id)?.[1] ?? 0);
}

export function ballotOrder(id: string): "given" | "reversed" {
  return id.endsWith("-reversed") ? "reversed" : "given";
}

/** An answer of the control arm. `number`: from 1. */
export function aloneId(generation: number, number: number): string {
  return `g${generation}-alone-${number}`;
}

export function aloneNumber(id: string): number {
  return Number(/-alone-(\d+)$/.exec(id)?.[1] ?? 0);
}

/** The count of the control arm's answers: before round 1, or after the result. */
export function countId(generation: number, when: "before" | "after"): string {
  return `g${generation}-count-${when}`;
}

export function isLastCount(id: string): boolean {
  return id.endsWith("-count-after");
}

/** What is looked up for a turn before its model is asked is the first use of a tool for it. */
export function lookupId(turn: string): string {
  return `${turn}-u1`;
}

/** A turn, or a remark of the owner, that a text names. */
export interface NamedTurn {
  id: string;
  round: number;
  index: number;
  isRemark: boolean;
}

/** Models write ids in any case, with any dash, and between any marks. */
const IN_PROSE = /(?<![\p{L}\p{N}])g(\d{1,3})[-‐‑‒–—−]r(\d{1,3})[-‐‑‒–—−]([ti])(\d{1,3})(?![\p{L}\p{N}])/giu;

/**
 * Replaces the ids of turns that a text names.
 *
 * @example
 * withTurnsNamed("see _G1–R2–T3_", ({ round }) => `round ${round}`) // → "see _round 2_"
 */
export function withTurnsNamed(text: string, name: (turn: NamedTurn, written: string) => string): string {
  return splitAtTurns(text)
    .map((part) => (typeof part === "string" ? part : name(part, part.written)))
    .join("");
}

/** The text between the turns that it names, and these turns, in order. */
export function splitAtTurns(text: string): (string | (NamedTurn & { written: string }))[] {
  const parts: ReturnType<typeof splitAtTurns> = [];
  let from = 0;
  for (const match of text.matchAll(IN_PROSE)) {
    const { index: at } = match;
    const [written, generation, round, kind = "t", index] = match;
    if (at > from) parts.push(text.slice(from, at));
    const isRemark = kind.toLowerCase() === "i";
    const [g, r, i] = [Number(generation), Number(round), Number(index)];
    parts.push({ id: `g${g}-r${r}-${isRemark ? "i" : "t"}${i}`, round: r, index: i, isRemark, written });
    from = at + written.length;
  }
  return from < text.length ? [...parts, text.slice(from)] : parts;
}

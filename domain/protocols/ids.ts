/** Ids of what a debate produces. They begin with the generation, which `reset` raises, and contain no names. */

const ofGeneration = (what: string) => (generation: number) => `g${generation}-${what}`;
const ofRound = (what: string) => (generation: number, round: number) => `g${generation}-r${round}-${what}`;

export const positionsId = ofGeneration("positions");
export const retrievalId = ofGeneration("retrieval");
export const solutionId = ofGeneration("solution");
export const answerId = ofGeneration("answer");
export const verdictId = ofGeneration("verdict");
export const unjudgedId = ofGeneration("unjudged");

export const assessmentId = ofRound("assessment");
export const evaluationId = ofRound("evaluation");
/** Of the summary that the judge reads before it makes the solution. */
export const judgeSummaryId = ofRound("summary-judge");

export function turnId(generation: number, round: number, index: number): string {
  return ofRound(`t${index}`)(generation, round);
}

/** `seat`: the agent's place in the request, from 1. */
export function summaryId(generation: number, round: number, seat: number): string {
  return ofRound(`summary-${seat}`)(generation, round);
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

export function voteMoment(id: string): "before" | "after" {
  return /-vote-before(?:-\d+)?$/.test(id) ? "before" : "after";
}

/** `seat`: the judge's place on the bench, from 1. */
export function ballotId(generation: number, of: { seat: number; order: "given" | "reversed" }): string {
  return `g${generation}-b${of.seat}-${of.order}`;
}

export function isBallotId(id: string): boolean {
  return /^g\d+-b\d+-(?:given|reversed)$/.test(id);
}

export function ballotSeat(id: string): number {
  return Number(/-b(\d+)-/.exec(id)?.[1] ?? 0);
}

export function ballotOrder(id: string): "given" | "reversed" {
  return id.endsWith("-reversed") ? "reversed" : "given";
}

/** The id of a ballot on the control arm, before round 1. */
export function blindBallotId(generation: number, of: { seat: number; order: "given" | "reversed" }): string {
  return `g${generation}-r0-b${of.seat}-${of.order}`;
}

export function isBlindBallotId(id: string): boolean {
  return /^g\d+-r0-b\d+-(?:given|reversed)$/.test(id);
}

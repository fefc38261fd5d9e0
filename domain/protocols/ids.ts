/** Ids of what a debate produces: the generation first (raised by `reset`), nobody's name in them. */
export function turnId(generation: number, round: number, index: number): string {
  return `g${generation}-r${round}-t${index}`;
}

export function assessmentId(generation: number, round: number): string {
  return `g${generation}-r${round}-assessment`;
}

/** A participant's questions of one collection. */
export function collectionId(of: { generation: number; iteration: number; participantId: string }): string {
  return `g${of.generation}-c${of.iteration}-${of.participantId}`;
}

/** `seat`: of the panel, from 1; left out where the judge votes alone. */
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

/** Of a ballot on the answers that were given before round 1. */
export function blindBallotId(generation: number, of: { seat: number; order: "given" | "reversed" }): string {
  return `g${generation}-r0-b${of.seat}-${of.order}`;
}

export function isBlindBallotId(id: string): boolean {
  return /^g\d+-r0-b\d+-(?:given|reversed)$/.test(id);
}

export function evaluationId(generation: number, round: number): string {
  return `g${generation}-r${round}-evaluation`;
}

/** `seat`: the agent's place in the request, from 1. */
export function summaryId(generation: number, round: number, seat: number): string {
  return `g${generation}-r${round}-summary-${seat}`;
}

/** Of what the judge reads before it makes the solution. */
export function judgeSummaryId(generation: number, round: number): string {
  return `g${generation}-r${round}-summary-judge`;
}

/** A summary of the transcript for all readers; `number`: how many were asked for with it. */
export function contextSummaryId(generation: number, round: number, number: number): string {
  return `g${generation}-r${round}-context-${number}`;
}

export function isContextSummaryId(id: string): boolean {
  return /^g\d+-r\d+-context-\d+$/.test(id);
}

export function solutionId(generation: number): string {
  return `g${generation}-solution`;
}

export function retrievalId(generation: number): string {
  return `g${generation}-retrieval`;
}

export function answerId(generation: number): string {
  return `g${generation}-answer`;
}

export function positionsId(generation: number): string {
  return `g${generation}-positions`;
}

export function unjudgedId(generation: number): string {
  return `g${generation}-unjudged`;
}

export function verdictId(generation: number): string {
  return `g${generation}-verdict`;
}

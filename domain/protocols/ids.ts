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

export function voteId(generation: number, when: "before" | "after"): string {
  return `g${generation}-vote-${when}`;
}

export function voteMoment(id: string): "before" | "after" {
  return id.endsWith("-before") ? "before" : "after";
}

export function evaluationId(generation: number, round: number): string {
  return `g${generation}-r${round}-evaluation`;
}

/** `seat`: the agent's place in the request, from 1. */
export function summaryId(generation: number, round: number, seat: number): string {
  return `g${generation}-r${round}-summary-${seat}`;
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

/** Ids of what a debate produces: the generation first (raised by `reset`), nobody's name in them. */
export function turnId(generation: number, round: number, index: number): string {
  return `g${generation}-r${round}-t${index}`;
}

export function assessmentId(generation: number, round: number): string {
  return `g${generation}-r${round}-assessment`;
}

export function verdictId(generation: number): string {
  return `g${generation}-verdict`;
}

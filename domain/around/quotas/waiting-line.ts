/** A tenant's experiments in a line: some of them run, the others wait in the order in which they came. Pure changes of a line. */

export interface Line {
  /** Ids of experiments that have a place. */
  running: string[];
  /** The longest wait first. */
  waiting: string[];
}

/** How many experiments of a tenant run at a time, and how many of their cells together. */
export interface LineLimits {
  atOnce: number;
  cells: number;
}

/** With more cells at once, two cores leave other tenants' debates waiting. */
export const LINE_LIMITS: LineLimits = { atOnce: 2, cells: 8 };

/** Experiments of a tenant that wait, at most. */
export const MOST_WAITING = 100;

/** With the experiment at the end, unless it is in the line. */
export function joined(line: Line, id: string): Line {
  return isIn(line, id) ? line : { ...line, waiting: [...line.waiting, id] };
}

/** With those that have waited longest in the free places. */
export function movedUp({ running, waiting }: Line, { atOnce }: Pick<LineLimits, "atOnce">): Line {
  const free = Math.max(0, atOnce - running.length);
  return { running: [...running, ...waiting.slice(0, free)], waiting: waiting.slice(free) };
}

export function without({ running, waiting }: Line, ids: string[]): Line {
  const stays = (id: string) => !ids.includes(id);
  return { running: running.filter(stays), waiting: waiting.filter(stays) };
}

/** From 1; null: it does not wait. */
export function positionIn({ waiting }: Line, id: string): number | null {
  const index = waiting.indexOf(id);
  return index < 0 ? null : index + 1;
}

export function isIn({ running, waiting }: Line, id: string): boolean {
  return running.includes(id) || waiting.includes(id);
}

/** The cells that one running experiment may have under way: an equal share, so that nothing is shared out anew. */
export function cellsOfEach({ atOnce, cells }: LineLimits): number {
  return Math.max(1, Math.floor(cells / atOnce));
}

import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";

/** A queue that one worker process alone polls: the model calls of debates that it has read. */
export interface Home {
  id: string;
  /** Those without a limit of calls a second, which only their shared queue keeps. */
  providers: string[];
}

/** What a check has found, and the worker that has checked, where it has a queue of its own. */
export type Checked = Problem[] | { problems: Problem[]; home: Home };

export function checkedAt(home: Home | undefined, problems: Problem[]): Checked {
  return home ? { problems, home } : problems;
}

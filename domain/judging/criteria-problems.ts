import type { DebateRequest } from "../request.ts";
import type { Problem } from "../schemas/faults.ts";

/** Criteria are told apart by their names, letter case aside. */
export function criteriaProblems({ judge }: Partial<DebateRequest>): Problem[] {
  const names = (judge?.criteria ?? []).map(({ name }) => name.toLowerCase());
  return names.flatMap((name, i): Problem[] =>
    names.indexOf(name) < i
      ? [{ pointer: `/judge/criteria/${i}/name`, detail: `the name "${name}" is taken: criteria must differ` }]
      : [],
  );
}

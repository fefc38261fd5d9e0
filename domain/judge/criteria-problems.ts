import type { DebateRequest } from "../rules/request/debate-request.ts";
import type { Problem } from "../shapes/schemas/faults.schema.ts";

/** Names must differ in more than letter case. */
export function criteriaProblems({ judge }: Partial<DebateRequest>): Problem[] {
  const names = (judge?.criteria ?? []).map(({ name }) => name.toLowerCase());
  return names.flatMap((name, i): Problem[] =>
    names.indexOf(name) < i
      ? [{ pointer: `/judge/criteria/${i}/name`, detail: `the name "${name}" is taken: criteria must differ` }]
      : [],
  );
}

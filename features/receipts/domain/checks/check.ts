/** The outcome of one check of an export. */
import type { Problem } from "../../../../domain/shapes/schemas/faults.schema.ts";

/** In the order of the checks. */
type CheckName = "shape" | "chain" | "content" | "signature" | "prompts" | "log" | "ballots";

export interface Check {
  name: CheckName;
  /** `unchecked`: the export lacks what the check needs, and `detail` says what. */
  outcome: "holds" | "fails" | "unchecked";
  detail: string;
  /** What does not hold, each with a JSON pointer into the export. */
  faults: Problem[];
}

/** Of the faults that were found; without any it holds. */
export function checked(name: CheckName, faults: Problem[], detail: string): Check {
  const [first] = faults;
  if (!first) return { name, outcome: "holds", detail, faults };
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return { name, outcome: "fails", detail: `${first.pointer || "/"}: ${first.detail}${more}`, faults };
}

export function unchecked(name: CheckName, detail: string): Check {
  return { name, outcome: "unchecked", detail, faults: [] };
}

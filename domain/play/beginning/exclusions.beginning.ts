/** Options of a request that exclude one another. */

import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";

type Asked = Partial<DebateRequest>;

/**
 * @example
 * exclusionProblems({ overlap: "ahead", policies: { onJudgeFailure: "end" } })[0].pointer // → "/overlap"
 */
export function exclusionProblems(request: Asked): Problem[] {
  return [
    ...whyNoTwin(request).map((detail) => ({ pointer: "/orderCheck", detail })),
    ...whyNotAhead(request).map((detail) => ({ pointer: "/overlap", detail })),
  ];
}

/** The twin has neither an owner to ask nor votes of its own. */
function whyNoTwin({ orderCheck, clarifications, format }: Asked): string[] {
  if (orderCheck !== "twin") return [];
  if (clarifications?.enabled) return ["a twin cannot be asked beside a debate with clarifications"];
  if (format && FORMATS_BY_NAME[format].votes)
    return [`debates of the format ${format} are decided by votes, not by ballots alone`];
  return [];
}

/** What ends a debate besides the judge must be known before the next round begins. */
function whyNotAhead({ overlap, policies, poll, stopWhenStable, format }: Asked): string[] {
  if (overlap !== "ahead") return [];
  if (policies?.onJudgeFailure === "end")
    return ["`ahead` cannot be asked with policies.onJudgeFailure `end`: a round under way would be cut off"];
  const isOpen = format && FORMATS_BY_NAME[format].openPositions;
  if (poll === "private" && (stopWhenStable || isOpen))
    return [
      `\`ahead\` cannot be asked with private answers that may end the debate${isOpen ? `, as they do in ${format}` : ""}`,
    ];
  return [];
}

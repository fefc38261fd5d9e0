/** Where a quorum makes sense: all answer at once, each once, and somebody is left who may be late. */

import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import { membersOf } from "../../rules/request/judge.request.ts";
import { USUAL_VOTERS } from "../../rules/request/request.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";

const AT = "/limits/quorum";

/** `participants`: those who take part. */
export function quorumProblems({ limits, format, mode, vote, participants = [] }: Partial<DebateRequest>): Problem[] {
  const { quorum } = limits ?? {};
  if (!quorum || !format) return [];
  const protocol = protocolOf({ format });
  if (protocol.name === "dialectic" || vote)
    return [{ pointer: AT, detail: "needs rounds in which each speaks once, and this debate has others" }];
  if ((mode ?? protocol.mode) !== "simultaneous")
    return [{ pointer: AT, detail: "needs rounds in which all speak at once: mode is sequential" }];
  return countProblems(AT, quorum.count, { participants: participants.length });
}

export function panelQuorumProblems({ judge }: Partial<DebateRequest>): Problem[] {
  const { quorum, panel } = judge ?? {};
  if (!quorum) return [];
  if (panel === undefined) return [{ pointer: "/judge/quorum", detail: "needs a panel: one judge is waited for" }];
  return countProblems("/judge/quorum", quorum.count, { judges: membersOf(judge).length });
}

export function audienceQuorumProblems({ audience }: Partial<DebateRequest>): Problem[] {
  const { quorum, voters = USUAL_VOTERS } = audience || {};
  return quorum ? countProblems("/audience/quorum", quorum.count, { voters }) : [];
}

function countProblems(pointer: string, count: number, all: Record<string, number>): Problem[] {
  return Object.entries(all)
    .filter(([, number]) => count >= number)
    .map(([what, number]) => ({
      pointer: `${pointer}/count`,
      detail: `must be below the number of ${what}, ${number}`,
    }));
}

/** Where a quorum of a round makes sense: all speak at once, each once, and somebody is left who may be late. */

import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
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
  if (quorum.count < participants.length) return [];
  return [{ pointer: `${AT}/count`, detail: `must be below the number of participants, ${participants.length}` }];
}

/** The soak's debates: formats, policies and sizes by turns. */
import { requestOf } from "../support/world.ts";

const SIDES = ["for", "against"];
const FORMATS = [
  { format: "round-limited", maxRounds: 2 },
  { format: "round-limited", maxRounds: 2, mode: "simultaneous" },
  { format: "free-form", maxRounds: 3 },
  { format: "structured-rounds", maxRounds: 3 },
  { format: "convergence-seeking", maxRounds: 3 },
  { format: "roundtable", maxRounds: 2 },
  { format: "oxford", maxRounds: 2 },
];
const POLICIES = [
  {},
  { onParticipantFailure: "end", onJudgeFailure: "continue" },
  { onParticipantFailure: "ask", onJudgeFailure: "ask", decisionTimeoutSeconds: 2 },
  { onJudgeFailure: "fallback", fallbackJudges: ["anthropic/claude-sonnet-5"] },
];

/** The i-th: `decisionTimeoutSeconds` is short, since nobody decides. */
export function debateOf(i: number): object {
  const format = FORMATS[i % FORMATS.length];
  const policies = { decisionTimeoutSeconds: 2, ...POLICIES[i % POLICIES.length] };
  const request = requestOf({ ...format, policies, tags: ["soak"] }, 2 + (i % 2)) as { participants: object[] };
  if (format?.format !== "oxford") return request;
  return {
    ...request,
    participants: request.participants.map((p, seat) => ({ ...p, side: SIDES[seat % 2], persona: "A speaker." })),
  };
}

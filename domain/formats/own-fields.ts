import type { DebateRequest } from "../request.ts";
import type { Problem } from "../schemas/faults.ts";

type Protocol = "judged" | "dialectic" | "proposer-skeptic";

/** Fields of a request that only these protocols take. */
const OWN = {
  mode: ["judged", "proposer-skeptic"],
  judging: ["judged"],
  controlArm: ["judged"],
  skipIfUnanimous: ["judged"],
  termination: ["dialectic"],
  includeFullHistory: ["dialectic"],
  promptLayout: ["judged", "proposer-skeptic"],
  earlyStopScore: ["proposer-skeptic"],
} as const satisfies Partial<Record<keyof DebateRequest, readonly Protocol[]>>;

const OF_PARTICIPANTS = {
  summaries: ["dialectic"],
  role: ["dialectic", "proposer-skeptic"],
  side: ["judged"],
} as const;
const OF_THE_WINDOW = { agentSummaryThreshold: ["dialectic"], agentSummaryMaxLength: ["dialectic"] } as const;
const OF_THE_JUDGE = {
  role: ["dialectic"],
  criteria: ["judged"],
  panel: ["judged"],
  bothOrders: ["judged"],
  requireIndependent: ["judged", "dialectic"],
} as const;

/** Fields that only another protocol takes: refused, never ignored. */
export function foreignFields(
  format: { name: string; protocol: Protocol },
  request: Partial<DebateRequest>,
): Problem[] {
  const pointers = [
    ...foreign(OWN, request, format.protocol),
    ...(request.participants ?? []).flatMap((p, i) =>
      foreign(OF_PARTICIPANTS, p, format.protocol).map((name) => `participants/${i}/${name}`),
    ),
    ...foreign(OF_THE_WINDOW, request.contextWindow ?? {}, format.protocol).map((name) => `contextWindow/${name}`),
    ...foreign(OF_THE_JUDGE, request.judge ?? {}, format.protocol).map((name) => `judge/${name}`),
  ];
  return pointers.map((path) => ({ pointer: `/${path}`, detail: `${format.name} does not take it` }));
}

function foreign<K extends string>(
  own: Partial<Record<K, readonly Protocol[]>>,
  given: Partial<Record<K, unknown>>,
  protocol: Protocol,
): K[] {
  return (Object.keys(own) as K[]).filter((name) => given[name] !== undefined && !own[name]?.includes(protocol));
}

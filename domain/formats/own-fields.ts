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

/** Formats of a protocol, in words. */
const FORMATS_OF: Record<Protocol, string> = {
  judged: "formats that end in a verdict",
  dialectic: "dialectic",
  "proposer-skeptic": "proposer-skeptic",
};

interface Foreign {
  path: string;
  /** Those that take it. */
  takers: readonly Protocol[];
}

/** Fields that only another protocol takes: refused, never ignored. */
export function foreignFields(
  format: { name: string; protocol: Protocol },
  request: Partial<DebateRequest>,
): Problem[] {
  const fields = [
    ...foreign(OWN, request, format.protocol),
    ...(request.participants ?? []).flatMap((p, i) =>
      within(`participants/${i}`, foreign(OF_PARTICIPANTS, p, format.protocol)),
    ),
    ...within("contextWindow", foreign(OF_THE_WINDOW, request.contextWindow ?? {}, format.protocol)),
    ...within("judge", foreign(OF_THE_JUDGE, request.judge ?? {}, format.protocol)),
  ];
  return fields.map(({ path, takers }) => {
    const others = takers.map((protocol) => FORMATS_OF[protocol]).join(", ");
    return { pointer: `/${path}`, detail: `${format.name} does not take it; these do: ${others}` };
  });
}

function foreign<K extends string>(
  own: Partial<Record<K, readonly Protocol[]>>,
  given: Partial<Record<K, unknown>>,
  protocol: Protocol,
): Foreign[] {
  const taken = Object.entries(own) as [K, readonly Protocol[]][];
  return taken.flatMap(([path, takers]) =>
    given[path] === undefined || takers.includes(protocol) ? [] : [{ path, takers }],
  );
}

function within(place: string, fields: Foreign[]): Foreign[] {
  return fields.map(({ path, takers }) => ({ path: `${place}/${path}`, takers }));
}

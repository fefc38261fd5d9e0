import { formatOf } from "../../../domain/rules/formats/registry.format.ts";
import { ROLES } from "../../../domain/rules/protocols/proposer-skeptic.protocol.ts";
import type { DebatePlan, Durations } from "../../../domain/shapes/plan/plan.ts";

export const SHORT: Durations = {
  roundDelay: 0,
  turnTimeout: 20_000,
  judgeTimeout: 20_000,
  silence: 5_000,
  heartbeat: 200,
  heartbeatTimeout: 2_000,
  draftExpiry: 60_000,
  errorExpiry: 60_000,
  decisionTimeout: 60_000,
};

export function planFor(changes: Partial<DebatePlan> & { speakers?: number } = {}): DebatePlan {
  const { speakers = 2, ...rest } = changes;
  const format = changes.format ?? "round-limited";
  return {
    tenant: "default",
    debateId: "deb-20261121-120000-ABCDEF",
    title: "Should cities ban cars?",
    format,
    mode: "sequential",
    judging: "every-round",
    maxRounds: 3,
    minRounds: 1,
    participants: Array.from({ length: speakers }, (_, i): DebatePlan["participants"][number] => ({
      id: `p${i + 1}`,
      name: `Speaker ${i + 1}`,
      ...(formatOf({ format }).sides && { side: i % 2 === 0 ? ("for" as const) : ("against" as const) }),
      provider: "demo",
      model: "debater",
    })),
    judge: { provider: "demo", model: "judge" },
    durations: SHORT,
    continueAfterEvents: 1_000,
    ...rest,
  };
}

/** A plan of proposer-skeptic with its three roles. */
export function skepticPlan(changes: Partial<DebatePlan> = {}): DebatePlan {
  const { participants, ...plan } = planFor({ speakers: 3, format: "proposer-skeptic", maxRounds: 5, minRounds: 3 });
  const cast = participants.map((p, i) => ({ ...p, ...(ROLES[i] && { role: ROLES[i] }) }));
  return { ...plan, judging: "final-only", participants: cast, judge: null, earlyStopScore: 8, ...changes };
}

/** A plan of a question in free text, whose answers may have to be grouped. */
export function questionPlan(changes: Partial<DebatePlan> & { speakers?: number } = {}): DebatePlan {
  const rules = { type: "text", peers: "all", show: "reasons", anonymous: true, gate: false } as const;
  return { ...planFor({ ...changes, format: "question" }), judging: "final-only", judge: null, question: rules };
}

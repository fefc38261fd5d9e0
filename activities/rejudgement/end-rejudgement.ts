import { endingOf } from "../../domain/around/rejudgement/rejudge.rejudgement.ts";
import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import type { StoredRejudgement } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { REJUDGE_BALLOTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import type { EventPayloads } from "../../domain/play/events/events.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { spoiltBallots } from "../../domain/rules/judges/panel.rules.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { FaultView } from "../../domain/shapes/schemas/faults.schema.ts";
import type { VerdictResult } from "../../domain/shapes/schemas/result.schema.ts";
import { billedOf, spendOf, totalSpend } from "../../domain/shapes/state/costs.state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { replaceRejudgement } from "../../store/records/rejudgements.records.ts";
import { tally } from "../acts/ruling.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { freePurse } from "../quotas/purchase.activity.ts";
import { requireRejudgement } from "./rejudge.activity.ts";

export interface EndRejudgementInput {
  debate: DebateKey;
  rejudgementId: string;
  /** Ballots that failed for good. */
  spoilt: { id: string; why: string }[];
  /** Failed attempts, for their cost. */
  failures: Pick<EventPayloads["judge.failed"], "usage" | "costUsd">[];
  /** Why there is no ruling. */
  error: FaultView | null;
}

/** Makes the ruling from the ballots, or records why there is none. May be repeated; calls no model. */
export const endRejudgement =
  (deps: ActivityDeps) =>
  async (input: EndRejudgementInput): Promise<void> => {
    const { debate, rejudgementId: id } = input;
    const [stored, ballots] = await Promise.all([
      requireRejudgement(deps.store, debate, id),
      deps.store.records.list(debate, REJUDGE_BALLOTS, { rejudgement: id }),
    ]);
    if (stored.rejudgement.status !== "running") return;
    const rejudgement: Rejudgement = {
      ...stored.rejudgement,
      ...(input.error
        ? { status: "failed", error: input.error }
        : { status: "completed", result: await resultOf(deps, { input, stored, ballots }) }),
      // Failed calls cost too.
      ...billedOf(totalSpend([...ballots, ...input.failures].map(spendOf))),
      completedAt: deps.now().toISOString(),
    };
    await replaceRejudgement(deps.store, debate, { ...stored, rejudgement });
    const { workflowId, key } = stored.run ?? {};
    if (workflowId !== undefined) await freePurse(deps, { tenant: debate.tenant, key, purse: workflowId });
  };

async function resultOf(
  deps: ActivityDeps,
  from: { input: EndRejudgementInput; stored: StoredRejudgement; ballots: CastBallot[] },
): Promise<VerdictResult> {
  const { input, stored, ballots } = from;
  const record = await deps.store.getDebate(input.debate);
  const judge = stored.run?.judge;
  if (!record || !judge) throw new Error(`no debate for ${input.rejudgementId}`);
  const { participants, format, mode, answers } = record.config;
  const panel = judge.panel ? { panel: judge.panel } : {};
  // Nobody votes on the motion again: only the speakers' scores decide between the sides.
  const motion = FORMATS_BY_NAME[format].votes ? { vote: null } : undefined;
  const spoilt = spoiltBallots({ ...panel, judge: modelId(judge) }, input);
  const counted = tally({ ballots, spoilt, participants, mode, motion, answers });
  const degraded = spoilt.map(({ judge: whose, order }, i) => ({
    what: `the ballot (${order} order) of ${whose}`,
    why: input.spoilt[i]?.why ?? "",
  }));
  return { ...counted, degraded, endedBy: endingOf(record.state), at: deps.now().toISOString() };
}

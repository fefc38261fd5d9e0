import { modelId } from "../domain/catalogue.ts";
import { addSpend, costUsdOf, NO_SPEND, spendOf, usageOf } from "../domain/costs.ts";
import type { EventPayloads } from "../domain/events.ts";
import { FORMATS_BY_NAME } from "../domain/formats/registry.ts";
import { spoiltBallots } from "../domain/judging/panel.ts";
import { endingOf } from "../domain/judging/rejudge.ts";
import type { Rejudgement } from "../domain/rejudgement.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { FaultView } from "../domain/schemas/faults.ts";
import type { VerdictResult } from "../domain/schemas/result.ts";
import type { DebateKey, StoredRejudgement } from "../store/port/debates.ts";
import { tally } from "./count-ballots.ts";
import type { ActivityDeps } from "./index.ts";
import { requireRejudgement } from "./rejudge.ts";

export interface EndRejudgementInput {
  debate: DebateKey;
  rejudgementId: string;
  /** What a panel does without. */
  spoilt: { id: string; why: string }[];
  /** Attempts that failed, for what they cost. */
  failures: Pick<EventPayloads["judge.failed"], "usage" | "costUsd">[];
  /** There is no ruling. */
  error: FaultView | null;
}

/** Makes the ruling from the ballots, or says why there is none. May be repeated. No model is asked. */
export const endRejudgement =
  (deps: ActivityDeps) =>
  async (input: EndRejudgementInput): Promise<void> => {
    const { debate, rejudgementId: id } = input;
    const [stored, ballots] = await Promise.all([
      requireRejudgement(deps.store, debate, id),
      deps.store.listRejudgeBallots(debate, id),
    ]);
    if (stored.rejudgement.status !== "running") return;
    const rejudgement: Rejudgement = {
      ...stored.rejudgement,
      ...(input.error
        ? { status: "failed", error: input.error }
        : { status: "completed", result: await resultOf(deps, { input, stored, ballots }) }),
      ...billOf(ballots, input),
      completedAt: deps.now().toISOString(),
    };
    await deps.store.endRejudgement(debate, { ...stored, rejudgement });
  };

async function resultOf(
  deps: ActivityDeps,
  from: { input: EndRejudgementInput; stored: StoredRejudgement; ballots: CastBallot[] },
): Promise<VerdictResult> {
  const { input, stored, ballots } = from;
  const record = await deps.store.getDebate(input.debate);
  const judge = stored.run?.judge;
  if (!record || !judge) throw new Error(`no debate for ${input.rejudgementId}`);
  const { participants, format } = record.config;
  const panel = judge.panel ? { panel: judge.panel } : {};
  // The votes on a motion were those of the judges of then: the speakers' scores alone decide between the sides.
  const vote = FORMATS_BY_NAME[format].votes ? null : undefined;
  const spoilt = spoiltBallots({ ...panel, judge: modelId(judge) }, input);
  const counted = tally({ ballots, spoilt, participants, vote });
  const degraded = spoilt.map(({ judge: whose, order }, i) => ({
    what: `the ballot (${order} order) of ${whose}`,
    why: input.spoilt[i]?.why ?? "",
  }));
  return { ...counted, degraded, endedBy: endingOf(record.state), at: deps.now().toISOString() };
}

/** Of all calls, failed ones included. */
function billOf(ballots: CastBallot[], { failures }: EndRejudgementInput): Pick<Rejudgement, "usage" | "costUsd"> {
  const spend = [...ballots, ...failures].map(spendOf).reduce(addSpend, NO_SPEND);
  return { usage: usageOf(spend), costUsd: costUsdOf(spend) };
}

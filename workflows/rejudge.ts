/**
 * Another judge, or panel, over a debate that is over (spec §1.13): all ballots at once, then the count. It stands beside
 * the debate, whose own workflow has ended and whose log stays as it is.
 */
import { sleep } from "@temporalio/workflow";
import { modelId } from "../domain/catalogue.ts";
import type { DraftEvent } from "../domain/events.ts";
import { openBallots, openBlindBallots } from "../domain/judging/panel.ts";
import type { ModelRef } from "../domain/plan.ts";
import { ballotOrder } from "../domain/protocols/ids.ts";
import { modelActs, storeActs } from "./acts.ts";
import { type Fault, faultOf, faultView } from "./faults.ts";
import type { RejudgeInput } from "./messages.ts";

export async function rejudgeWorkflow(input: RejudgeInput): Promise<void> {
  const { tenant, debateId, rejudgementId, generation, revision, alone, ...bench } = input;
  const debate = { tenant, debateId, ...(revision && { revision }), ...(generation > 1 && { generation }) };
  const specs = (alone ? openBlindBallots : openBallots)(bench, { generation });
  const cast = await Promise.all(
    specs.map(({ id, panelist }) => castBallot(input, { debate, id, ...(panelist && { panelist }) })),
  );
  const lost = cast.flatMap(({ id, fault }) => (fault ? [{ id, fault }] : []));
  const fatal = lost.find(({ id }) => isLost(cast, id))?.fault;
  await storeActs("verdict").endRejudgement({
    debate,
    rejudgementId,
    spoilt: lost.map(({ id, fault }) => ({ id, why: fault.message })),
    failures: cast.flatMap(({ failures }) => failures.map(({ data }) => data)),
    error: fatal ? errorOf(fatal) : null,
  });
}

interface Cast {
  id: string;
  failures: DraftEvent<"judge.failed">[];
  fault: Fault | null;
}

/** A ballot to its end, tried again as faults of its kind are. */
async function castBallot(
  { rejudgementId, judge, durations, tenant }: RejudgeInput,
  ballot: { debate: { tenant: string; debateId: string }; id: string; panelist?: ModelRef },
): Promise<Cast> {
  const { id } = ballot;
  const model = ballot.panelist ?? judge;
  const summary = `${modelId(model)} · ballot, ${ballotOrder(id)} order`;
  const acts = modelActs({ plan: { tenant, durations }, model, timeoutMs: durations.judgeTimeout, summary });
  const failures: Cast["failures"] = [];
  for (;;) {
    try {
      await acts.rejudge({ ...ballot, rejudgementId, durations, failures });
      return { id, failures, fault: null };
    } catch (error) {
      const fault = faultOf(error);
      const failed = fault.events.find((event) => event.type === "judge.failed");
      if (failed) failures.push(failed);
      if (!failed || failed.data.waitMs === null) return { id, failures, fault };
      await sleep(failed.data.waitMs, { summary });
    }
  }
}

/** Nobody has cast a ballot in its order: then the orders can not be compared, and there is no ruling. */
function isLost(cast: Cast[], lost: string): boolean {
  return !cast.some(({ id, fault }) => !fault && ballotOrder(id) === ballotOrder(lost));
}

function errorOf(fault: Fault) {
  const { round: _ofNone, ...error } = faultView(fault, { round: 0 });
  return error;
}

/**
 * Another judge, or panel, rules on a debate that is over: all ballots at once, then the count. The debate's own workflow
 * has ended, and its log stays as it is.
 */

import type { DraftEvent } from "../domain/play/events/events.ts";
import { faultView } from "../domain/play/faults/remedies.ts";
import { openBallots } from "../domain/rules/judges/panel.rules.ts";
import { modelId } from "../domain/shapes/catalogue/catalogue.ts";
import type { ChosenModel } from "../domain/shapes/catalogue/model-ref.ts";
import { ballotOrder } from "../domain/shapes/turn-ids.ts";
import type { RejudgeInput } from "./base/messages.workflow-base.ts";
import { modelActs, storeActs } from "./steps/activity-proxies.ts";
import { type Fault, faultOf } from "./steps/faults.step.ts";
import { withRetries } from "./steps/retries.step.ts";

export async function rejudgeWorkflow(input: RejudgeInput): Promise<void> {
  const { tenant, debateId, rejudgementId, generation, revision, ...bench } = input;
  const debate = { tenant, debateId, ...(revision && { revision }), ...(generation > 1 && { generation }) };
  const specs = openBallots(bench, { generation });
  const cast = await Promise.all(
    specs.map(({ id, panelist }) => castBallot(input, { debate, id, ...(panelist && { panelist }) })),
  );
  const lost = cast.flatMap(({ id, fault }) => (fault ? [{ id, fault }] : []));
  const fatal = lost.find(({ id }) => isLost(cast, id))?.fault;
  const ended = {
    debate,
    rejudgementId,
    spoilt: lost.map(({ id, fault }) => ({ id, why: fault.message })),
    failures: cast.flatMap(({ failures }) => failures.map(({ data }) => data)),
  };
  try {
    await storeActs("verdict").endRejudgement({ ...ended, error: fatal ? errorOf(fatal) : null });
  } catch (error) {
    // The ballots could not be counted. What they cost is kept with the reason.
    await storeActs("no verdict").endRejudgement({ ...ended, error: errorOf(faultOf(error)) });
  }
}

interface Cast {
  id: string;
  failures: DraftEvent<"judge.failed">[];
  fault: Fault | null;
}

/** Casts a ballot, with retries by the kind of fault. */
async function castBallot(
  { rejudgementId, judge, durations, tenant }: RejudgeInput,
  ballot: { debate: { tenant: string; debateId: string }; id: string; panelist?: ChosenModel },
): Promise<Cast> {
  const { id } = ballot;
  const model = ballot.panelist ?? judge;
  const summary = `${modelId(model)} · ballot, ${ballotOrder(id)} order`;
  const acts = modelActs({ plan: { tenant, durations }, model, timeoutMs: durations.judgeTimeout, summary });
  const attempt = (failures: Cast["failures"]) => acts.rejudge({ ...ballot, rejudgementId, durations, failures });
  return { id, ...(await withRetries(attempt, { summary })) };
}

/** Nobody has cast a ballot in its order: then the orders cannot be compared, and there is no ruling. */
function isLost(cast: Cast[], lost: string): boolean {
  return !cast.some(({ id, fault }) => !fault && ballotOrder(id) === ballotOrder(lost));
}

function errorOf(fault: Fault) {
  const { round: _ofNone, ...error } = faultView(fault, { round: 0, at: Date.now() });
  return error;
}

/** Another judge's ballot on a debate that is over. Nothing is written into the debate's log. */

import { endingOf } from "../../domain/around/rejudgement/rejudge.rejudgement.ts";
import type { StoredRejudgement } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { REJUDGE_BALLOTS, REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { preview } from "../../domain/base/text/text.ts";
import { castBallot } from "../../domain/play/acts/cast-ballot.ts";
import type { ChosenModel } from "../../domain/shapes/catalogue/model-ref.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { PREVIEW } from "../acts/complete-act.ts";
import { compose } from "../acts/compose.activity.ts";
import { type Alone, type AloneInput, attemptAlone } from "../acts/outside-a-debate.ts";
import { answer } from "../acts/run-act.activity.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { faultsOf, untilStored } from "../calls/attempt.ts";
import type { ActCall } from "../calls/model-call.activity.ts";
import { buying } from "../quotas/buying.ts";
import type { Buyer } from "../quotas/purchase.activity.ts";

export interface RejudgeBallotInput extends AloneInput {
  debate: DebateKey;
  rejudgementId: string;
  /** Of the ballot. */
  id: string;
  /** The panel's member who casts the ballot; left out: the judge. */
  panelist?: ChosenModel;
}

/** One attempt. A stored ballot is not asked for again. */
export const rejudge =
  (deps: ActivityDeps) =>
  (input: RejudgeBallotInput): Promise<{ preview: string }> =>
    attemptAlone(deps, { ...input, actId: input.id }, async (alone) => {
      const { debate, rejudgementId, id } = input;
      const cast = await deps.store.records.list(debate, REJUDGE_BALLOTS, { rejudgement: rejudgementId });
      const ballot = cast.find((each) => each.id === id) ?? (await castAnew(deps, input, alone));
      return { preview: preview(ballot.verdict.summary, PREVIEW) };
    });

async function castAnew(
  deps: ActivityDeps,
  input: RejudgeBallotInput,
  { signal, onSpent }: Alone,
): Promise<CastBallot> {
  const { debate, rejudgementId, failures, durations } = input;
  const { call, buyer } = await callOf(deps, input);
  const composed = await compose(deps, castBallot, call);
  const act = { debate, signal, onSpent, attempt: failures.length + 1 };
  const within = { timeout: durations.judgeTimeout, silence: durations.silence };
  const buys = { ...deps, models: buying(deps, buyer) };
  const ballot = await answer(buys, castBallot, { composed, act, within, degraded: [] });
  return untilStored(signal, () =>
    deps.store.records.put(debate, REJUDGE_BALLOTS, ballot, { rejudgement: rejudgementId }),
  );
}

async function callOf({ store }: ActivityDeps, input: RejudgeBallotInput): Promise<{ call: ActCall; buyer: Buyer }> {
  const { debate, rejudgementId, id, panelist, failures } = input;
  const [record, { run }] = await Promise.all([
    store.getDebate(debate),
    requireRejudgement(store, debate, rejudgementId),
  ]);
  if (!record || !run) throw new Error(`no debate for ${id}`);
  const { state } = record;
  const call = {
    debate,
    state: unjudged(state),
    id,
    generation: state.generation,
    round: state.round,
    assessed: 0,
    judge: run.judge,
    endedBy: endingOf(state),
    ...(panelist && { panelist }),
    ...faultsOf({ failures }),
  };
  return { call, buyer: { tenant: debate.tenant, key: run.key, purse: run.workflowId } };
}

/** Without what concerns the original judges: replacements, and what was done about their windows. */
function unjudged({ judgeModel: _their, context: _windows, ...state }: DebateState): DebateState {
  return state;
}

/** Throws when it is gone. */
export async function requireRejudgement(
  store: Pick<Store, "records">,
  debate: DebateKey,
  id: string,
): Promise<StoredRejudgement> {
  const stored = await store.records.get(debate, REJUDGEMENTS, { id });
  if (!stored) throw new Error(`no rejudgement ${id}`);
  return stored;
}

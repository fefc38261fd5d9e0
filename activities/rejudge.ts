/** Another judge's ballot over a debate that is over, beside the debate's log: nothing is written into it. */

import type { DebateState } from "../domain/debate-state.ts";
import { endingOf } from "../domain/judging/rejudge.ts";
import type { ModelRef } from "../domain/plan.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import { preview } from "../domain/text.ts";
import type { DebateKey, StoredRejudgement } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";
import { persistently } from "./act.ts";
import { type AloneInput, attemptAlone } from "./alone.ts";
import { ballotOf, composeBallot, readBallot } from "./cast-ballot.ts";
import type { ActCall } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, faultsOf, rule } from "./judging.ts";
import { PREVIEW } from "./told.ts";

export interface RejudgeBallotInput extends AloneInput {
  debate: DebateKey;
  rejudgementId: string;
  /** Of the ballot. */
  id: string;
  /** The member of the panel whose ballot it is; left out: the judge's. */
  panelist?: ModelRef;
}

/** One attempt. A ballot that is stored already is not bought again. */
export const rejudge =
  (deps: ActivityDeps) =>
  (input: RejudgeBallotInput): Promise<{ preview: string }> =>
    attemptAlone(deps, { ...input, actId: input.id }, async (signal) => {
      const { debate, rejudgementId, id } = input;
      const cast = await deps.store.listRejudgeBallots(debate, rejudgementId);
      const ballot = cast.find((each) => each.id === id) ?? (await castAnew(deps, input, signal));
      return { preview: preview(ballot.verdict.summary, PREVIEW) };
    });

async function castAnew(deps: ActivityDeps, input: RejudgeBallotInput, signal: AbortSignal): Promise<CastBallot> {
  const { debate, rejudgementId, id, failures } = input;
  const call = await composeBallot(deps, await callOf(deps, input));
  const act = { signal, cut: () => {}, attempt: failures.length + 1 };
  const { reply, value } = await rule(deps, { input, act, call }, (text) => readBallot(id, text, call));
  const ballot = ballotOf(id, { call, value, billed: bill(deps, act, reply) });
  return persistently(signal, () => deps.store.putRejudgeBallot(debate, rejudgementId, ballot));
}

async function callOf({ store }: ActivityDeps, input: RejudgeBallotInput): Promise<ActCall> {
  const { debate, rejudgementId, id, panelist, failures } = input;
  const [record, { run }] = await Promise.all([
    store.getDebate(debate),
    requireRejudgement(store, debate, rejudgementId),
  ]);
  if (!record || !run) throw new Error(`no debate for ${id}`);
  const { state } = record;
  return {
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
}

/** Without what concerns the judges of then: who took whose place, and what was done about their windows. */
function unjudged({ judgeModel: _their, context: _windows, ...state }: DebateState): DebateState {
  return state;
}

/** Throws when it is gone. */
export async function requireRejudgement(
  store: Pick<Store, "listRejudgements">,
  debate: DebateKey,
  id: string,
): Promise<StoredRejudgement> {
  const stored = (await store.listRejudgements(debate)).find(({ rejudgement }) => rejudgement.id === id);
  if (!stored) throw new Error(`no rejudgement ${id}`);
  return stored;
}

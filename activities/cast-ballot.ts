import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { readBlindVerdict } from "../domain/prompts/blind-verdict.ts";
import type { Reading } from "../domain/prompts/prompt.ts";
import { buildVerdictPrompt, readVerdict } from "../domain/prompts/verdict.ts";
import { ballotOrder, isBlindBallotId } from "../domain/protocols/ids.ts";
import type { CastBallot, Verdict } from "../domain/schemas/ballot.ts";
import { composeBlindBallot } from "./compose-blind-ballot.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import {
  type bill,
  callOf,
  composedForJudge,
  type JudgeInput,
  judging,
  loadBlind,
  panelistOf,
  speakers,
} from "./judging.ts";
import { type Acting, settle } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

export interface ComposedBallot extends Composed {
  blind: BlindCase;
  /** The labels' keys of those to rule on. */
  active: string[];
}

export const composeBallot: Compose<ComposedBallot> = async (deps, call) => {
  if (isBlindBallotId(call.id)) return composeBlindBallot(deps, call);
  const { endedBy, faults } = call;
  const { blind, ...open } = await loadBlind(deps, call);
  const active = blind.keysOf(speakers(open.turns));
  const shown = { config: blind.config, turns: blind.turns, assessments: blind.assessments };
  const about = { ...shown, endedBy: endedBy ?? ("limit" as const), active, ...(faults && { faults }) };
  const build = (view: View) => buildVerdictPrompt({ ...about, view: blind.viewOf(view) });
  return { ...(await composedForJudge(deps, call, { ...open, build })), blind, active };
};

/** One judge's verdict over all that was said, or over the answers given alone, in one order of the labels. */
export const castBallot =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, (act) => {
      const { id, generation } = input;
      const { debate } = act;
      const acting = { input, act };
      return settle(deps, acting, {
        stored: deps.store.listBallots(debate, generation).then((cast) => cast.find((ballot) => ballot.id === id)),
        call: composeBallot(deps, callOf(input, act)),
        read: (text, call) => readBallot(id, text, call),
        make: (ruled) => ballotOf(id, ruled),
        put: (ballot) => deps.store.putBallot(debate, ballot),
        tell: (ballot) => ballotCast(deps, acting, ballot),
      });
    });

type Ruling = Pick<CastBallot, "unanimous"> & { verdict: Verdict };

/** By the rules of what the judge was shown. */
export function readBallot(id: string, text: string, { blind, active }: ComposedBallot): Reading<Ruling> {
  const rules = { config: blind.config, active, turnIds: blind.turns.map((t) => t.id) };
  if (isBlindBallotId(id)) return readBlindVerdict(text, rules);
  const reading = readVerdict(text, rules);
  return reading.ok ? { ok: true, value: { verdict: reading.value } } : reading;
}

/** The ballot as it is kept, with names in it again. */
export function ballotOf(
  id: string,
  { call, value, billed }: { call: ComposedBallot; value: Ruling; billed: ReturnType<typeof bill> },
): CastBallot {
  const { blind, model } = call;
  const about = { id, judge: modelId(model), order: ballotOrder(id) };
  return { ...about, ...value, verdict: blind.reveal(value.verdict), blind: blind.record(), ...billed };
}

function ballotCast(deps: ActivityDeps, acting: Acting, ballot: CastBallot): Promise<ActOutcome> {
  const { id, judge, order, verdict, unanimous, usage, costUsd, at } = ballot;
  const about = { round: acting.input.round, ...panelistOf(acting.input) };
  const winner = verdict.winner?.participant ?? null;
  const agreed = unanimous === undefined ? {} : { unanimous };
  return told(deps, acting, {
    type: "ballot.completed",
    at,
    whole: { ...about, ballot },
    brief: { ...about, ballot: { id, judge, order, winner, ...agreed, usage, costUsd } },
    said: verdict.summary,
  });
}

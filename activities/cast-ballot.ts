import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { readBlindVerdict } from "../domain/prompts/blind-verdict.ts";
import type { Reading } from "../domain/prompts/prompt.ts";
import { buildVerdictPrompt, readVerdict, type VerdictRules } from "../domain/prompts/verdict.ts";
import { ballotOrder, isBlindBallotId } from "../domain/protocols/ids.ts";
import type { CastBallot, Verdict } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, persistently } from "./act.ts";
import { composeBlindBallot } from "./compose-blind-ballot.ts";
import type { Compose, Composed } from "./composed.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import {
  beforeCall,
  bill,
  cacheKeyOf,
  callOf,
  type JudgeInput,
  judging,
  loadBlind,
  panelistOf,
  PREVIEW,
  rule,
  speakers,
  told,
} from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

export interface ComposedBallot extends Composed {
  blind: BlindCase;
  /** The labels' keys of those to rule on. */
  active: string[];
}

export const composeBallot: Compose<ComposedBallot> = async (deps, call) => {
  if (isBlindBallotId(call.id)) return composeBlindBallot(deps, call);
  const { endedBy, faults } = call;
  const { config, judge, turns, blind } = await loadBlind(deps, call);
  const active = blind.keysOf(speakers(turns));
  const shown = { config: blind.config, turns: blind.turns, assessments: blind.assessments };
  const about = { ...shown, endedBy: endedBy ?? ("limit" as const), active, ...(faults && { faults }) };
  const build = (view: View) => buildVerdictPrompt({ ...about, view: blind.viewOf(view) });
  const fit = await fitted(deps, { ...call, config, model: judge, reader: null, turns, build });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, blind, active };
};

/** One judge's verdict over all that was said, or over the answers given alone, in one order of the labels. */
export const castBallot =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { id, generation } = input;
      const [ballots, call] = await Promise.all([
        deps.store.listBallots(act.debate, generation),
        composeBallot(deps, callOf(input, act)),
      ]);
      const stored = ballots.find((ballot) => ballot.id === id);
      if (stored) return ballotCast(deps, { input, act, ballot: stored });
      const unmet = await beforeCall(deps, { id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const { blind, active } = call;
      const rules = { config: blind.config, active, turnIds: blind.turns.map((t) => t.id) };
      const { reply, value } = await rule(deps, { input, act, call }, (text) => readBallot(text, { ...rules, id }));
      const about = { id, judge: modelId(call.model), order: ballotOrder(id) };
      const ballot = {
        ...about,
        ...value,
        verdict: blind.reveal(value.verdict),
        blind: blind.record(),
        ...bill(deps, act, reply),
      };
      const kept = await persistently(act.signal, () => deps.store.putBallot(act.debate, ballot));
      return ballotCast(deps, { input, act, ballot: kept });
    });

type Ruling = Pick<CastBallot, "unanimous"> & { verdict: Verdict };

function readBallot(text: string, { id, ...rules }: VerdictRules & { id: string }): Reading<Ruling> {
  if (isBlindBallotId(id)) return readBlindVerdict(text, rules);
  const reading = readVerdict(text, rules);
  return reading.ok ? { ok: true, value: { verdict: reading.value } } : reading;
}

async function ballotCast(
  deps: ActivityDeps,
  { input, act, ballot }: { input: JudgeInput; act: Act; ballot: CastBallot },
): Promise<ActOutcome> {
  const { id, judge, order, verdict, unanimous, usage, costUsd, at } = ballot;
  const about = { round: input.round, ...panelistOf(input) };
  const head = await told(deps, { input, act, event: { type: "ballot.completed", at, data: { ...about, ballot } } });
  const digest = {
    id,
    judge,
    order,
    winner: verdict.winner?.participant ?? null,
    ...(unanimous !== undefined && { unanimous }),
    usage,
    costUsd,
  };
  const event: DraftEvent = { type: "ballot.completed", at, data: { ...about, ballot: digest } };
  return { head, events: [...act.failures, ...act.noted, event], preview: preview(verdict.summary, PREVIEW) };
}

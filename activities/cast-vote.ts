import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { DraftEvent } from "../domain/events.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { buildVotePrompt, readVote } from "../domain/prompts/vote.ts";
import { voteMoment } from "../domain/protocols/ids.ts";
import type { Vote } from "../domain/schemas.ts";
import { preview } from "../domain/text.ts";
import { type Act, persistently } from "./act.ts";
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
  told,
} from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

export const composeVote: Compose<Composed & { blind: BlindCase }> = async (deps, call) => {
  const { id, faults } = call;
  const { config, judge, turns, blind } = await loadBlind(deps, call);
  const shown = { config: blind.config, turns: blind.turns };
  const about = { ...shown, when: voteMoment(id), ...(faults && { faults }) };
  const build = (view: View) => buildVotePrompt({ ...about, view: blind.viewOf(view) });
  const fit = await fitted(deps, { ...call, config, model: judge, reader: null, turns, build });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, blind };
};

/** The judge's vote on the motion, before the first round or after the last. */
export const castVote =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { id, generation } = input;
      const [votes, call] = await Promise.all([
        deps.store.listVotes(act.debate, generation),
        composeVote(deps, callOf(input, act)),
      ]);
      const stored = votes.find((vote) => vote.id === id);
      if (stored) return voted(deps, { input, act, vote: stored });
      const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const when = voteMoment(id);
      const { reply, value } = await rule(deps, { input, act, call }, readVote);
      const vote = { ...call.blind.reveal(value), id, when, judge: modelId(call.model), ...bill(deps, act, reply) };
      const kept = await persistently(act.signal, () => deps.store.putVote(act.debate, vote));
      return voted(deps, { input, act, vote: kept });
    });

async function voted(
  deps: ActivityDeps,
  { input, act, vote }: { input: JudgeInput; act: Act; vote: Vote },
): Promise<ActOutcome> {
  const { round } = input;
  const { id, at, when, vote: choice, confidence, usage, costUsd } = vote;
  const about = { round, when, ...panelistOf(input) };
  const head = await told(deps, { input, act, event: { type: "vote.completed", at, data: { ...about, vote } } });
  const digest = { id, when, vote: choice, confidence, usage, costUsd };
  const event: DraftEvent = { type: "vote.completed", at, data: { ...about, vote: digest } };
  return {
    head,
    events: [...act.failures, ...act.noted, event],
    preview: preview(`${choice}. ${vote.reasoning}`, PREVIEW),
  };
}

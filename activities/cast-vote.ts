import { modelId } from "../domain/catalogue.ts";
import type { View } from "../domain/context/view.ts";
import type { BlindCase } from "../domain/judging/blind.ts";
import { buildVotePrompt, readVote } from "../domain/prompts/vote.ts";
import { voteMoment } from "../domain/protocols/ids.ts";
import type { Vote } from "../domain/schemas/vote.ts";
import type { Compose, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { callOf, composedForJudge, type JudgeInput, judging, loadBlind, panelistOf } from "./judging.ts";
import { type Acting, settle } from "./settle.ts";
import type { ActOutcome } from "./take-turn.ts";
import { told } from "./told.ts";

export const composeVote: Compose<Composed & { blind: BlindCase }> = async (deps, call) => {
  const { id, faults } = call;
  const { blind, ...open } = await loadBlind(deps, call);
  const shown = { config: blind.config, turns: blind.turns };
  const about = { ...shown, when: voteMoment(id), ...(faults && { faults }) };
  const build = (view: View) => buildVotePrompt({ ...about, view: blind.viewOf(view) });
  return { ...(await composedForJudge(deps, call, { ...open, build })), blind };
};

/** The judge's vote on the motion, before the first round or after the last. */
export const castVote =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, (act) => {
      const { id, generation } = input;
      const { debate } = act;
      const acting = { input, act };
      return settle(deps, acting, {
        stored: deps.store.listVotes(debate, generation).then((votes) => votes.find((vote) => vote.id === id)),
        call: composeVote(deps, callOf(input, act)),
        read: readVote,
        make: ({ call, value, billed }): Vote => ({
          ...call.blind.reveal(value),
          id,
          when: voteMoment(id),
          judge: modelId(call.model),
          ...billed,
        }),
        put: (vote) => deps.store.putVote(debate, vote),
        tell: (vote) => voted(deps, acting, vote),
      });
    });

function voted(deps: ActivityDeps, acting: Acting, vote: Vote): Promise<ActOutcome> {
  const { id, at, when, vote: choice, confidence, usage, costUsd } = vote;
  const about = { round: acting.input.round, when, ...panelistOf(acting.input) };
  return told(deps, acting, {
    type: "vote.completed",
    at,
    whole: { ...about, vote },
    brief: { ...about, vote: { id, when, vote: choice, confidence, usage, costUsd } },
    said: `${choice}. ${vote.reasoning}`,
  });
}

import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig } from "../domain/config.ts";
import type { View } from "../domain/context/view.ts";
import { FORMATS_BY_NAME } from "../domain/formats/registry.ts";
import { voteResult, winningSide } from "../domain/judging/motion.ts";
import { buildVerdictPrompt, readVerdict } from "../domain/prompts/verdict.ts";
import type { Verdict, VerdictResult, Vote } from "../domain/schemas.ts";
import { persistently } from "./act.ts";
import type { Compose, Composed } from "./composed.ts";
import { concluded } from "./concluded.ts";
import { fitted } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { beforeCall, bill, cacheKeyOf, callOf, type JudgeInput, judging, load, rule, speakers } from "./judging.ts";
import type { ActOutcome } from "./take-turn.ts";

interface ComposedVerdict extends Composed {
  /** Ids of those to rule on. */
  active: string[];
}

export const composeVerdict: Compose<ComposedVerdict> = async (deps, call) => {
  const { endedBy, faults } = call;
  const { config, judge, turns, assessments } = await load(deps, call);
  const active = speakers(turns);
  const more = { endedBy: endedBy ?? "limit", active, ...(faults && { faults }) };
  const build = (view: View) => buildVerdictPrompt({ config, turns, assessments, ...more, view });
  const fit = await fitted(deps, { ...call, config, model: judge, reader: null, turns, build });
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, active };
};

/** The judge's verdict over all that was said. */
export const reachVerdict =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    judging(deps, input, async (act) => {
      const { generation, endedBy, degraded } = input;
      if (!endedBy) throw new Error("a verdict needs to know how the debate ended");
      const [stored, votes, call] = await Promise.all([
        deps.store.getResult(act.debate, generation),
        deps.store.listVotes(act.debate, generation),
        composeVerdict(deps, callOf(input, act)),
      ]);
      if (stored) return concluded(deps, { input, act, result: stored });
      const unmet = await beforeCall(deps, { id: input.id, publication: input.publication, act, call });
      if (unmet) return unmet;
      const { config, turns, active } = call;
      const { reply, value: verdict } = await rule(deps, { input, act, call }, (text) =>
        readVerdict(text, { config, active, turnIds: turns.map((t) => t.id) }),
      );
      const winner = verdict.winner?.participant ?? null;
      const { attempt: _attempt, ...billed } = bill(deps, act, reply);
      const result: VerdictResult = {
        type: "verdict",
        ...onMotion(config, verdict, votes),
        contested: false,
        ballots: [{ judge: modelId(call.model), order: "given", winner, scores: verdict.scores, valid: true }],
        agreement: null,
        dissent: verdict.dissent,
        degraded,
        endedBy,
        ...billed,
      };
      const kept = await persistently(act.signal, () => deps.store.putResult(act.debate, generation, result));
      return concluded(deps, { input, act, result: kept });
    });

/** Where the motion is voted on, the votes name the winner, which is a side; the judge's own choice stays in its ballot. */
function onMotion(config: DebateConfig, verdict: Verdict, votes: Vote[]): Pick<VerdictResult, "verdict" | "vote"> {
  if (!FORMATS_BY_NAME[config.format].votes) return { verdict };
  const vote = voteResult(votes);
  const winner = winningSide({ vote, scores: verdict.scores, participants: config.participants });
  return { verdict: { ...verdict, winner }, ...(vote && { vote }) };
}

import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig } from "../domain/config.ts";
import { addSpend, costUsdOf, NO_SPEND, spendOf, usageOf } from "../domain/costs.ts";
import { FORMATS_BY_NAME } from "../domain/formats/registry.ts";
import { countBallots as count, shownBallot } from "../domain/judging/count.ts";
import { voteResult } from "../domain/judging/motion.ts";
import { spoiltBallots } from "../domain/judging/panel.ts";
import type { DebateState } from "../domain/plan.ts";
import type { CastBallot, VerdictResult } from "../domain/schemas.ts";
import { persistently } from "./act.ts";
import { concluded } from "./concluded.ts";
import type { ActivityDeps } from "./index.ts";
import { inForce, type JudgeInput } from "./judging.ts";
import { serving } from "./service.ts";
import type { ActOutcome } from "./take-turn.ts";

/** Makes the verdict from the ballots. No model is asked. */
export const countBallots =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> =>
    serving(deps, input, async ({ debate, signal }) => {
      const { generation, endedBy, degraded } = input;
      if (!endedBy) throw new Error("a verdict needs to know how the debate ended");
      const [config, ballots, votes] = await Promise.all([
        deps.store.getConfig(debate),
        deps.store.listBallots(debate, generation),
        deps.store.listVotes(debate, generation),
      ]);
      if (!config?.judge) throw new Error(`no judge configured for ${input.id}`);
      const vote = FORMATS_BY_NAME[config.format].votes ? voteResult(votes) : undefined;
      const { participants } = config;
      const { verdict, ...counted } = count({ ballots, participants, ...(vote !== undefined && { motion: { vote } }) });
      const result: VerdictResult = {
        type: "verdict",
        verdict,
        ...(vote && { vote }),
        ...counted,
        ballots: [
          ...ballots.map(shownBallot),
          ...spoiltIn({ ...config, judge: config.judge }, input.publication.state),
        ],
        degraded,
        endedBy,
        ...billOf(ballots),
        at: deps.now().toISOString(),
      };
      const kept = await persistently(signal, () => deps.store.putResult(debate, generation, result));
      return concluded(deps, { input, act: { signal, failures: [] }, result: kept });
    });

type Judged = DebateConfig & { judge: NonNullable<DebateConfig["judge"]> };

function spoiltIn({ judge }: Judged, state: DebateState): VerdictResult["ballots"] {
  const { panel } = judge;
  return spoiltBallots({ ...(panel && { panel }), judge: modelId(inForce(judge, state)) }, state);
}

/** Of all ballots; they are cast at once, so that the slowest one tells how long it took. */
function billOf(ballots: CastBallot[]): Pick<VerdictResult, "usage" | "costUsd" | "latencyMs"> {
  const spend = ballots.reduce((sum, ballot) => addSpend(sum, spendOf(ballot)), NO_SPEND);
  return {
    usage: usageOf(spend),
    costUsd: costUsdOf(spend),
    latencyMs: Math.max(0, ...ballots.map((b) => b.latencyMs)),
  };
}

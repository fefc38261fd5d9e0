import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig } from "../domain/config.ts";
import { addSpend, costUsdOf, NO_SPEND, spendOf, usageOf } from "../domain/costs.ts";
import type { DebateState } from "../domain/debate-state.ts";
import { FORMATS_BY_NAME } from "../domain/formats/registry.ts";
import { armsOf, controlArmOf } from "../domain/judging/control-arm.ts";
import { countBallots as count, shownBallot } from "../domain/judging/count.ts";
import { voteResult } from "../domain/judging/motion.ts";
import { spoiltBallots } from "../domain/judging/panel.ts";
import { CONTROL_ARM_LOST } from "../domain/protocols/control-arm.ts";
import type { CastBallot } from "../domain/schemas/ballot.ts";
import type { VerdictResult } from "../domain/schemas/result.ts";
import type { VoteResult } from "../domain/schemas/vote.ts";
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
      const sides = FORMATS_BY_NAME[config.format].votes === true;
      const vote = sides ? voteResult(votes) : undefined;
      const spoilt = spoiltIn({ ...config, judge: config.judge }, input.publication.state);
      const { participants } = config;
      const { before, after } = armsOf(ballots);
      // Without a debate, since all gave the same answer, the ruling is the one on these answers.
      const counted = tally({ ballots: after.length > 0 ? after : before, spoilt, participants, vote });
      const hasArm = config.controlArm && before.length > 0 && !degraded.some(({ what }) => what === CONTROL_ARM_LOST);
      const controlArm = hasArm && controlArmOf({ ballots, participants, sides });
      const result: VerdictResult = {
        ...counted,
        ...(controlArm && { controlArm }),
        degraded,
        endedBy,
        at: deps.now().toISOString(),
      };
      const kept = await persistently(signal, () => deps.store.putResult(debate, generation, result));
      return concluded(deps, { input, act: { signal, failures: [] }, result: kept });
    });

interface Cast {
  /** Valid ones. */
  ballots: CastBallot[];
  spoilt: VerdictResult["ballots"];
  participants: DebateConfig["participants"];
  /** Of the motion; left out where the format has none, null where the votes are not all there. */
  vote?: VoteResult | null | undefined;
}

/** What ballots come to, and what they cost. Throws without a valid one. */
export function tally({ ballots, spoilt, participants, vote }: Cast) {
  const { verdict, ...counted } = count({ ballots, participants, ...(vote !== undefined && { motion: { vote } }) });
  return {
    type: "verdict" as const,
    verdict,
    ...(vote && { vote }),
    ...counted,
    ballots: [...ballots.map(shownBallot), ...spoilt],
    ...billOf(ballots),
  };
}

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

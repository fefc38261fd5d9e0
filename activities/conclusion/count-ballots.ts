import { billedOf, spendOf, totalSpend } from "../../domain/budget/costs.ts";
import { modelId } from "../../domain/catalogue/catalogue.ts";
import { FORMATS_BY_NAME } from "../../domain/formats/registry.ts";
import { armsOf, controlArmOf } from "../../domain/judging/compare-arms.ts";
import { countBallots as count, shownBallot } from "../../domain/judging/count.ts";
import { inForce } from "../../domain/judging/in-force.ts";
import { voteResult } from "../../domain/judging/motion.ts";
import { spoiltBallots } from "../../domain/judging/panel.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import { CONTROL_ARM_LOST } from "../../domain/protocols/control-arm.ts";
import { BALLOTS, VOTES } from "../../domain/records/kinds.ts";
import type { CastBallot } from "../../domain/schemas/ballot.ts";
import type { VerdictResult } from "../../domain/schemas/result.ts";
import type { VoteResult } from "../../domain/schemas/vote.ts";
import type { DebateState } from "../../domain/state/state.ts";
import { conclusion } from "../acts/service-act.ts";

/** Makes the verdict from the ballots, without a model. */
export const countBallots = conclusion(
  async ({ store, ...deps }, { input, debate, endedBy }): Promise<VerdictResult> => {
    const { id, generation, degraded, publication } = input;
    const [config, ballots, votes] = await Promise.all([
      store.getConfig(debate),
      store.records.list(debate, BALLOTS, { generation }),
      store.records.list(debate, VOTES, { generation }),
    ]);
    if (!config?.judge) throw new Error(`no judge configured for ${id}`);
    const sides = FORMATS_BY_NAME[config.format].votes === true;
    const vote = sides ? voteResult(votes) : undefined;
    const spoilt = spoiltIn({ ...config, judge: config.judge }, publication.state);
    const { participants, mode } = config;
    const { before, after } = armsOf(ballots);
    // There is no debate when all gave the same answer: the ruling on those answers counts.
    const ruling = after.length > 0 ? { ballots: after, mode } : { ballots: before, mode: "simultaneous" as const };
    const counted = tally({ ...ruling, spoilt, participants, vote });
    const hasArm = config.controlArm && before.length > 0 && !degraded.some(({ what }) => what === CONTROL_ARM_LOST);
    const controlArm = hasArm && controlArmOf({ ballots, participants, sides });
    return { ...counted, ...(controlArm && { controlArm }), degraded, endedBy, at: deps.now().toISOString() };
  },
);

interface Cast {
  /** Valid ones. */
  ballots: CastBallot[];
  spoilt: VerdictResult["ballots"];
  participants: DebateConfig["participants"];
  mode: DebateConfig["mode"];
  /** On the motion; left out where the format has no votes, null while some are missing. */
  vote?: VoteResult | null | undefined;
}

/** The verdict of ballots, with their cost. Throws without a valid one. */
export function tally({ ballots, spoilt, participants, mode, vote }: Cast) {
  const { verdict, ...counted } = count({
    ballots,
    participants,
    mode,
    ...(vote !== undefined && { motion: { vote } }),
  });
  return {
    type: "verdict" as const,
    verdict,
    ...(vote && { vote }),
    ...counted,
    ballots: [...ballots.map(shownBallot), ...spoilt],
    ...billedOf(totalSpend(ballots.map(spendOf))),
    // They are cast at once, so the slowest one gives the latency.
    latencyMs: Math.max(0, ...ballots.map((b) => b.latencyMs)),
  };
}

type Judged = DebateConfig & { judge: NonNullable<DebateConfig["judge"]> };

function spoiltIn({ judge }: Judged, state: DebateState): VerdictResult["ballots"] {
  const { panel } = judge;
  return spoiltBallots({ ...(panel && { panel }), judge: modelId(inForce(judge, state)) }, state);
}

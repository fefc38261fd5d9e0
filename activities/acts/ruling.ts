/** What a debate's ballots come to. Reads the store, calls no model, writes nothing. */

import { audienceResult } from "../../domain/judge/audience.judging.ts";
import { countBallots as count, type Motion, shownBallot } from "../../domain/judge/count.ts";
import { voteResult } from "../../domain/judge/motion.ts";
import { ownBallot } from "../../domain/judge/twin-ballots.ts";
import { BALLOTS, VOTES } from "../../domain/play/records/kinds.record.ts";
import { FORMATS_BY_NAME } from "../../domain/rules/formats/registry.format.ts";
import { inForce } from "../../domain/rules/judges/in-force.ts";
import { spoiltBallots } from "../../domain/rules/judges/panel.rules.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { VerdictResult } from "../../domain/shapes/schemas/result.schema.ts";
import type { AudienceResult, Vote } from "../../domain/shapes/schemas/vote.schema.ts";
import { billedOf, spendOf, totalSpend } from "../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";

interface Where {
  id: string;
  debate: DebateKey;
  generation: number;
  state: DebateState;
}

/** `ballots`: the valid ones that count. Throws without any. */
export async function ruledIn(store: Store, { id, debate, generation, state }: Where) {
  const config = await store.getConfig(debate);
  if (!config?.judge) throw new Error(`no judge configured for ${id}`);
  const sides = FORMATS_BY_NAME[config.format].votes === true;
  const [ballots, votes] = await Promise.all([
    store.records.list(debate, BALLOTS, { generation }),
    sides ? store.records.list(debate, VOTES, { generation }) : [],
  ]);
  const motion = sides ? motionOf(config, votes) : undefined;
  const spoilt = spoiltIn({ ...config, judge: config.judge }, state);
  const { participants, mode, answers } = config;
  const twins = await twinBallots(store, { debate, state, participants });
  const all = [...ballots, ...twins];
  return { config, counted: tally({ ballots: all, spoilt, participants, mode, motion, answers }), ballots: all };
}

/** Those of the twin debate, with this debate's ids for its participants. */
async function twinBallots(
  store: Store,
  { debate, state, participants }: Pick<Where, "debate" | "state"> & Pick<DebateConfig, "participants">,
): Promise<CastBallot[]> {
  const { id, over } = state.twin ?? { id: null };
  if (!id || !over) return [];
  const key = { tenant: debate.tenant, debateId: id };
  const twin = await store.getDebate(key);
  // Somebody may have erased the twin and imported another debate under its id.
  if (!twin || twin.config.imported) return [];
  const ballots = await store.records.list(key, BALLOTS, { generation: twin.state.generation });
  return ballots.map((ballot) => ownBallot(ballot, { twin: twin.config.participants, participants }));
}

interface Cast {
  /** Valid ones. */
  ballots: CastBallot[];
  spoilt: VerdictResult["ballots"];
  participants: DebateConfig["participants"];
  mode: DebateConfig["mode"];
  /** The form of what ballots answer, where the debate gives one. */
  answers: DebateConfig["answers"];
  /** Left out where the format has no votes. */
  motion?: (Motion & { audience?: AudienceResult | null }) | undefined;
}

function motionOf({ audience, testsSwing }: DebateConfig, votes: Vote[]): Cast["motion"] {
  const vote = voteResult(votes);
  if (!audience) return { vote, testsSwing };
  const result = audienceResult(votes, { voters: audience.voters, testsSwing });
  return { vote, ofAudience: true, audience: result, interval: result?.interval, testsSwing };
}

/** The verdict of ballots, with their cost. Throws without a valid one. */
export function tally({ ballots, spoilt, participants, mode, motion, answers }: Cast) {
  const { verdict, ...counted } = count({ ballots, participants, mode, answers, ...(motion && { motion }) });
  const { vote, audience, ofAudience } = motion ?? {};
  return {
    type: "verdict" as const,
    verdict,
    ...(vote && !ofAudience && { vote }),
    ...(audience && { audience }),
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

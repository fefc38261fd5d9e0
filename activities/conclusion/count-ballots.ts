import { supportOf } from "../../domain/judge/conclusion/support.ts";
import { winnerOf } from "../../domain/judge/winner.ts";
import { CLAIMS, CONCLUSIONS } from "../../domain/play/records/kinds.record.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { ConclusionText, StoredConclusion } from "../../domain/shapes/schemas/conclusion.schema.ts";
import type { VerdictResult } from "../../domain/shapes/schemas/result.schema.ts";
import { billedOf, spendOf, totalSpend } from "../../domain/shapes/state/costs.state.ts";
import { ruledIn, type tally } from "../acts/ruling.ts";
import { conclusion } from "../acts/service-act.ts";

/** Makes the verdict from the ballots, without a model. */
export const countBallots = conclusion(
  async ({ store, ...deps }, { input, debate, endedBy }): Promise<VerdictResult> => {
    const { generation, degraded, publication } = input;
    const { config, counted, ballots } = await ruledIn(store, {
      ...input,
      debate,
      state: publication.state,
    });
    const [written, checked] = await Promise.all([
      config.conclusion ? store.records.get(debate, CONCLUSIONS, { generation }) : null,
      config.claimChecks ? store.records.get(debate, CLAIMS, { generation }) : null,
    ]);
    return {
      ...counted,
      ...(checked && { claims: checked.claims }),
      ...(written && { conclusion: concluded(written, { config, counted, ballots }) }),
      ...billOf(counted, [written, checked]),
      degraded,
      endedBy,
      at: deps.now().toISOString(),
    };
  },
);

interface Concluding {
  config: Pick<DebateConfig, "participants">;
  counted: ReturnType<typeof tally>;
  ballots: CastBallot[];
}

/** The conclusion with what the code counts. */
function concluded(
  { text, model }: StoredConclusion,
  { config, counted, ballots }: Concluding,
): NonNullable<VerdictResult["conclusion"]> {
  const { verdict, contestedBecause, orderCheck } = counted;
  const { participants } = config;
  const support = supportOf({ ballots, participants, winner: verdict.winner, contestedBecause, orderCheck });
  return { ...withBallots(text, ballots), support, writtenBy: model };
}

type Bill = Pick<VerdictResult, "usage" | "costUsd" | "latencyMs">;

/** Of the ballots and of the calls around them, which are made one after the other. */
function billOf(counted: Bill, calls: (Bill | null)[]): Bill {
  const made = calls.filter((call) => call !== null);
  return {
    ...billedOf(totalSpend([counted, ...made].map(spendOf))),
    latencyMs: made.reduce((sum, { latencyMs }) => sum + latencyMs, counted.latencyMs),
  };
}

/** The ballots for one of those who hold the case against the answer. */
function withBallots(text: ConclusionText, ballots: CastBallot[]): ConclusionText {
  const { minority } = text;
  if (!minority) return text;
  const standing = ballots.filter((ballot) => minority.holders.includes(winnerOf(ballot) ?? ""));
  return { ...text, minority: { ...minority, ballots: standing.map(({ id }) => id) } };
}

import { billedOf, spendOf, totalSpend } from "../../domain/budget/costs.ts";
import { supportOf } from "../../domain/conclusion/support.ts";
import { winnerOf } from "../../domain/judging/winner.ts";
import type { DebateConfig } from "../../domain/plan/config.ts";
import { CONCLUSIONS } from "../../domain/records/kinds.ts";
import type { CastBallot } from "../../domain/schemas/ballot.ts";
import type { ConclusionText, StoredConclusion } from "../../domain/schemas/conclusion.ts";
import type { VerdictResult } from "../../domain/schemas/result.ts";
import { conclusion } from "../acts/service-act.ts";
import { ruledIn, type tally } from "./ruling.ts";

/** Makes the verdict from the ballots, without a model. */
export const countBallots = conclusion(
  async ({ store, ...deps }, { input, debate, endedBy }): Promise<VerdictResult> => {
    const { generation, degraded, publication } = input;
    const { config, counted, ballots, controlArm } = await ruledIn(store, {
      ...input,
      debate,
      state: publication.state,
    });
    const written = config.conclusion ? await store.records.get(debate, CONCLUSIONS, { generation }) : null;
    return {
      ...counted,
      ...(controlArm && { controlArm }),
      ...(written && concluded(written, { config, counted, ballots })),
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

/** The conclusion with what the code counts, and the result's bill with its call. */
function concluded(
  { text, model, usage, costUsd, latencyMs }: StoredConclusion,
  { config, counted, ballots }: Concluding,
): Pick<VerdictResult, "conclusion" | "usage" | "costUsd" | "latencyMs"> {
  const { verdict, contestedBecause, orderCheck } = counted;
  const { participants } = config;
  const support = supportOf({ ballots, participants, winner: verdict.winner, contestedBecause, orderCheck });
  return {
    conclusion: { ...withBallots(text, ballots), support, writtenBy: model },
    ...billedOf(totalSpend([spendOf(counted), spendOf({ usage, costUsd })])),
    latencyMs: counted.latencyMs + latencyMs,
  };
}

/** The ballots for one of those who hold the case against the answer. */
function withBallots(text: ConclusionText, ballots: CastBallot[]): ConclusionText {
  const { minority } = text;
  if (!minority) return text;
  const standing = ballots.filter((ballot) => minority.holders.includes(winnerOf(ballot) ?? ""));
  return { ...text, minority: { ...minority, ballots: standing.map(({ id }) => id) } };
}

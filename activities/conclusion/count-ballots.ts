import { assessedBest } from "../../domain/judge/conclusion/assessed-best.ts";
import { ruledOf, supportOf } from "../../domain/judge/conclusion/support.ts";
import { winnerOf } from "../../domain/judge/winner.ts";
import { ASSESSMENTS, CLAIMS, CONCLUSIONS, CONFIRMED_CLAIMS, REVIEWS } from "../../domain/play/records/kinds.record.ts";
import { withSecondReading } from "../../domain/rules/claims/second-reading.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import { picked } from "../../domain/shapes/plan/picked.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { CastBallot } from "../../domain/shapes/schemas/ballot.ts";
import type { ClaimCheck } from "../../domain/shapes/schemas/claims.schema.ts";
import type { AnswerReview, ConclusionText, StoredConclusion } from "../../domain/shapes/schemas/conclusion.schema.ts";
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
    const { answerReviews = [] } = publication.state;
    const isAssessed = config.conclusion && config.judging === "every-round";
    const [written, checked, confirmed, reviews, assessments] = await Promise.all([
      config.conclusion ? store.records.get(debate, CONCLUSIONS, { generation }) : null,
      config.claimChecks ? store.records.get(debate, CLAIMS, { generation }) : null,
      config.secondJudges ? store.records.get(debate, CONFIRMED_CLAIMS, { generation }) : null,
      answerReviews.length > 0 ? store.records.list(debate, REVIEWS, { generation }) : [],
      isAssessed ? store.records.list(debate, ASSESSMENTS, { generation }) : [],
    ]);
    const claims = checked && withSecondReading(checked.claims, confirmed);
    return {
      ...counted,
      ...(claims && { claims }),
      ...(written && { conclusion: concluded(written, { config, counted, ballots, reviews, assessments, claims }) }),
      ...billOf(counted, [written, checked, confirmed, ...reviews]),
      degraded,
      endedBy,
      at: deps.now().toISOString(),
    };
  },
);

interface Concluding {
  config: DebateConfig;
  counted: ReturnType<typeof tally>;
  ballots: CastBallot[];
  reviews: AnswerReview[];
  assessments: Assessment[];
  claims: ClaimCheck[] | null;
}

/** The conclusion with what the code counts. */
function concluded(
  { text, model, toBench }: StoredConclusion,
  { config, counted, ballots, reviews, assessments, claims }: Concluding,
): NonNullable<VerdictResult["conclusion"]> {
  const asked = toBench === true && reviews.length > 0;
  const support = supportOf({
    ...ruledOf(counted, { ballots, orderCheck: counted.orderCheck, config }),
    ...(asked && { reviews }),
    assessedBest: assessedBest(assessments, config.participants),
    claims: claims?.map(({ status }) => status),
  });
  return {
    ...withBallots(text, ballots),
    ...(asked && { reviews: reviews.map((review) => picked(review, ["judge", "finding", "reason"])) }),
    support,
    writtenBy: model,
  };
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

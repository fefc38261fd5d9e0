/** What levels of support have earned, as the API shows it. */
import { z } from "zod";
import { Support } from "../../../domain/shapes/schemas/conclusion.schema.ts";

const { level } = Support.shape;
const bound = (what: string) => z.number().nullable().meta({ description: what });

const rate = {
  count: z.int().meta({ description: "How many of them were right" }),
  of: z.int().meta({ description: "How many answers have a known outcome" }),
  share: bound("The share that was right; null: none is known"),
  low: bound("Lower bound of its 95 % interval (Wilson)"),
  high: bound("Upper bound of the interval"),
};

const asked = {
  cases: z.int().meta({ description: "Answers with a known outcome, one of each question" }),
  demo: z
    .boolean()
    .meta({ description: "They are the demo model's, and mean nothing. Others are never mixed with these" }),
};

const EarnedLevel = z
  .object({ level: level.meta({ description: "The level of support" }), ...rate })
  .meta({ id: "EarnedLevel", description: "How often answers at one level of support were right" });

export const EarnedLevels = z
  .object({ ...asked, levels: z.array(EarnedLevel).meta({ description: "All four, the strongest first" }) })
  .meta({ id: "EarnedLevels", description: "How often answers were right, by the level of their support" });
export type EarnedLevels = z.infer<typeof EarnedLevels>;

const percent = z.int().min(50).max(99);

const Threshold = z
  .object({
    level: level.meta({ description: "This level is kept, and every stronger one" }),
    isClear: z.boolean().meta({
      description:
        "At this level only clear answers are kept: the winner leads by 10 of 100, or the ballots think their answer 75 % likely",
    }),
    ...rate,
    pValue: bound("The chance of so few errors or fewer, were they as frequent as is allowed; null: not tested"),
    outcome: z.enum(["shown", "not_shown", "too_few", "not_tested"]).meta({
      description:
        "`shown`: so many are right. `not_shown`: that could not be shown, and testing ended. `too_few`: passed over, a single error would end it. `not_tested`: testing had ended before",
    }),
  })
  .meta({ id: "AbstentionThreshold", description: "Answers that are kept; of all others one abstains" });

export const Calibration = z
  .object({
    ...asked,
    fewest: z.int().meta({ description: "So many cases are needed" }),
    right: percent.meta({ description: "Percent of the answers that are to be right" }),
    confidence: percent.meta({ description: "Percent: how sure that is to be" }),
    thresholds: z.array(Threshold).meta({ description: "In the order of the tests; empty: too few cases" }),
    threshold: Threshold.nullable().meta({ description: "The laxest that was shown; null: none" }),
    says: z.string().nullable().meta({ description: "What has been shown, in a sentence; null: nothing" }),
  })
  .meta({ id: "Calibration", description: "From which support on answers may be relied on (learn then test)" });
export type Calibration = z.infer<typeof Calibration>;

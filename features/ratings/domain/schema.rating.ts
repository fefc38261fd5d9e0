/** Ratings as the API shows them. */
import { z } from "zod";

const bound = (what: string) => z.number().nullable().meta({ description: what });

export const ModelStrength = z
  .object({
    model: z.string().meta({ description: "The model, `provider/model`" }),
    strength: bound(
      "In logits; 0 is the mean. Exceeds another's by the logarithm of the odds to win against it. null: none is finite, or it has nothing in common with the others",
    ),
    low: bound("Lower bound of the 95 % bootstrap interval; null: the comparisons are too few for one"),
    high: bound("Upper bound of the interval; null: the comparisons are too few for one"),
    wins: z.number().meta({ description: "How many comparisons it won; ties count as half" }),
    comparisons: z.int().meta({ description: "In how many it took part" }),
  })
  .meta({ id: "ModelStrength", description: "A model's Bradley–Terry strength" });

const ReliabilityBin = z
  .object({
    from: z.number().meta({ description: "Lowest forecast of this row: the probability given to an answer, 0–1" }),
    to: z.number().meta({ description: "Forecasts of this row are below it; in the last row it is included" }),
    forecast: z.number().meta({ description: "The mean forecast of this row" }),
    count: z.int().meta({ description: "How many of the answers were right" }),
    of: z.int().meta({ description: "How many forecasts the row has" }),
    share: bound("The share of right answers; equal to `forecast` for a calibrated judge"),
    low: bound("Lower bound of the share's 95 % interval (Wilson)"),
    high: bound("Upper bound of the share's interval"),
  })
  .meta({ id: "ReliabilityRow", description: "What became of forecasts of about the same probability" });

const JudgeCalibration = z
  .object({
    judge: z.string().meta({ description: "The judge's model, `provider/model`" }),
    forecasts: z.int().meta({
      description: "Answers with a known outcome to which its ballots give a probability, one of each question",
    }),
    brier: bound(
      "Brier score, the mean squared difference of probability and outcome: 0 is perfect, 0.25 is a coin that says 50, 1 is always sure and wrong",
    ),
    low: bound("Lower bound of its 95 % bootstrap interval"),
    high: bound("Upper bound of the interval"),
    reliability: z
      .array(ReliabilityBin)
      .nullable()
      .meta({ description: "By forecast, empty rows left out; null below 50 forecasts" }),
  })
  .meta({ id: "JudgeCalibration", description: "How well a judge knows how likely answers are to be right" });

const JudgeAgreement = z
  .object({
    judges: z.tuple([z.string(), z.string()]).meta({ description: "Two models, in alphabetical order" }),
    pairs: z.int().meta({ description: "Pairs of their valid ballots on one debate in the same order" }),
    count: z.int().meta({ description: "How many of the pairs name the same winner, or both nobody" }),
    share: bound("The share of these pairs"),
    low: bound("Lower bound of its 95 % interval (Wilson)"),
    high: bound("Upper bound of the interval"),
  })
  .meta({ id: "JudgeAgreement", description: "How often two judges name the same winner" });

export const Ratings = z
  .object({
    read: z.int().meta({ description: "How many completed debates were read, the newest first" }),
    isAll: z.boolean().meta({ description: "False: older ones were not read" }),
    judged: z.int().meta({ description: "How many of them ended in a verdict" }),
    comparisons: z.int().meta({
      description: "Between two models; a debate and its twins are one. Other judged debates are left out",
    }),
    models: z.array(ModelStrength).meta({ description: "The strongest first" }),
    judges: z.array(JudgeCalibration).meta({ description: "The best Brier score first" }),
    agreement: z.array(JudgeAgreement).meta({ description: "Judges who ruled on the same debates, by pair of models" }),
  })
  .meta({ id: "Ratings", description: "Strengths of models and calibration of judges, from the tenant's debates" });
export type Ratings = z.infer<typeof Ratings>;

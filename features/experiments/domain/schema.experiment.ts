/** An experiment as the API shows it. */
import { z } from "zod";
import { EXPERIMENT_STATUSES } from "../../../domain/shapes/experiment-status.ts";
import { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import { line, list } from "../../../domain/shapes/schemas/bounds.ts";
import { nextCursor } from "../../../domain/shapes/schemas/page.ts";
import { Money, timestamp } from "../../../domain/shapes/schemas/spend.schema.ts";
import { ModelStrength } from "../../ratings/domain/schema.rating.ts";
import { ENOUGH } from "./experiment.ts";
import { ArmRequest, ExperimentBudget, MOST } from "./request.experiment.ts";

const share = z.number().nullable();
const count = z.int().min(0);

const Proportion = z
  .object({
    count: count.meta({ description: "How many were right, or answered" }),
    of: count.meta({ description: "How many were counted" }),
    share: share.meta({ description: "0–1; null: nothing was counted" }),
    low: share.meta({ description: "Lower bound of the 95 % interval" }),
    high: share.meta({ description: "Upper bound of the 95 % interval" }),
  })
  .meta({ id: "ShareWithInterval", description: "A share with its 95 % interval" });

const Interval = z
  .object({
    value: share.meta({ description: "null: there is no sample" }),
    low: share.meta({ description: "Lower bound of the 95 % interval" }),
    high: share.meta({ description: "Upper bound of the 95 % interval" }),
  })
  .meta({
    id: "MeanWithInterval",
    description:
      "A mean over items with its 95 % interval: the item bootstrap's, or exact where all items are the same",
  });

const Moves = z
  .object({
    wrongToRight: count.meta({ description: "Wrong in the first round, right in the last" }),
    rightToWrong: count.meta({ description: "Right in the first round, wrong in the last" }),
    stayedRight: count.meta({ description: "Right in both" }),
    stayedWrong: count.meta({ description: "Wrong in both" }),
  })
  .meta({ id: "ArmMoves", description: "Where single answers went from the first round to the last" });

export const ArmRow = z
  .object({
    arm: line.meta({ description: "The arm's name" }),
    done: count.meta({ description: "Cells with an outcome" }),
    failed: count.meta({ description: "Cells without one; `errors` says why" }),
    left: count.meta({ description: "Cells that were not bought" }),
    errors: list(
      z.object({
        error: line.meta({ description: "Why cells failed" }),
        count: count.meta({ description: "How many cells failed with it" }),
      }),
      10,
    ).meta({ description: "The most frequent reasons, at most ten" }),
    accuracy: Proportion.meta({
      description:
        "Right answers of all cells that ended: those without an answer, and those that failed, count as wrong. Wilson's interval; with repetitions the item bootstrap's, exact where all items are the same",
    }),
    coverage: Proportion.meta({ description: "The same cells: how many gave an answer" }),
    accuracyAnswered: Proportion.meta({ description: "Right answers of those that gave one" }),
    unanswered: count.meta({
      description: "Cells that are done without an answer of the item's form; they count as wrong",
    }),
    calls: count.meta({ description: "Calls of models, as if this arm had been bought alone" }),
    inputTokens: count.meta({ description: "Tokens that models read" }),
    outputTokens: count.meta({ description: "Tokens that models wrote" }),
    costUsd: Money,
    tokensPerCorrect: z.number().nullable().meta({ description: "null: nothing was right" }),
    costUsdPerCorrect: z.number().nullable().meta({ description: "null: nothing was right, or a price is unknown" }),
    byRound: list(Proportion, 50).meta({ description: "Right answers of single participants, round by round" }),
    moves: Moves.nullable().meta({ description: "null: there was one round at most" }),
    modalAdoption: share.meta({
      description:
        "Of the answers that changed between two rounds, the share that became the plurality of the one before",
    }),
    oracleGap: share.meta({
      description: "The share of cells where someone was right in the first round, less the arm's accuracy",
    }),
    errorCorrelation: share.meta({ description: "The mean correlation of first-round errors; null: not measurable" }),
    effectiveVotes: share.meta({
      description: "How many independent voters the first round is worth, `n / (1 + (n − 1)ρ)`; null: not measurable",
    }),
    wrongAnswers: count.nullable().meta({
      description:
        "How many different wrong answers the first round's are worth: pairs of wrong answers to one item, for each pair that is the same. For `answers.wrongAnswers` where answers are weighed; null: no such pair is the same",
    }),
    judgeAgreement: Interval.meta({
      description:
        "The mean over items of the share of pairs of judges that name the same winner, in the same order; null: no debate had two judges",
    }),
    orderAgreement: Interval.meta({
      description: "The same of one judge in both orders; null: no debate was judged in both",
    }),
  })
  .meta({ id: "ArmRow", description: "One arm of the table" });
export type ArmRow = z.infer<typeof ArmRow>;

const compared = {
  arm: line.meta({ description: "The arm that is compared" }),
  items: count.meta({ description: "Items on which both ended" }),
  onlyArm: count.meta({ description: "Pairs in which only this arm was right" }),
  onlyAgainst: count.meta({ description: "Pairs in which only the other was right" }),
  difference: Interval.meta({ description: "Of the accuracies, this arm's less the other's" }),
  pValue: share.meta({
    description:
      "McNemar's exact test over items, two-sided. With repetitions an item counts for the one that was right more often; null without items",
  }),
  pAdjusted: share.meta({ description: "The same, adjusted for all arms of the list by Holm's method" }),
  isClear: z.boolean().meta({
    description: `pAdjusted is below 0.05, the interval of the difference excludes 0, and there are ${ENOUGH} items or more`,
  }),
};

export const ArmComparison = z
  .object({ ...compared, against: line.meta({ description: "The first arm" }) })
  .meta({ id: "ArmComparison", description: "Two arms on the same items" });
export type ArmComparison = z.infer<typeof ArmComparison>;

export const EqualComparison = z
  .object({
    ...compared,
    equal: z.enum(["calls", "cost"]).meta({ description: "What both take alike" }),
    votes: count.meta({ description: "The plurality of so many answers takes as much as one debate of the arm" }),
  })
  .meta({
    id: "EqualComparison",
    description: "A debate's arm, and a vote that takes as much, from the answers of the largest vote's arm",
  });
export type EqualComparison = z.infer<typeof EqualComparison>;

export const ExperimentTable = z
  .object({
    arms: list(ArmRow, MOST.arms).meta({ description: "In the order of the request" }),
    comparisons: list(ArmComparison, MOST.arms).meta({ description: "Each later arm with the first" }),
    equal: list(EqualComparison, 2 * MOST.arms).meta({
      description:
        "Each arm of debates with a vote at equal calls, and at equal cost where that is known; left out where no vote was large enough",
    }),
    ratings: z.union([list(ModelStrength, 100), z.null()]).meta({
      description:
        "Strengths of the models over the verdicts of all arms, the strongest first; null: no debate between two models has a verdict",
    }),
    notes: list(line, 100).meta({ description: "What the figures support, and how small the sample is" }),
  })
  .meta({ id: "ExperimentTable", description: "The figures so far" });
export type ExperimentTable = z.infer<typeof ExperimentTable>;

const shown = {
  id: line.meta({ description: "The experiment's id", examples: ["exp-20261121-051254-7K2M9Q"] }),
  version: z.int().meta({ description: "Grows with each change" }),
  name: line.meta({ description: "What it is about" }),
  status: z.enum(EXPERIMENT_STATUSES).meta({
    description:
      "`queued`: it waits until fewer experiments of the tenant run. `failed`: every cell failed. `out_of_budget`: the next cell might have passed the budget; cells that are left were not bought",
  }),
  why: z.string().nullable().meta({
    description: "`failed`: the commonest reason; `out_of_budget`: the first cell that was left out; else null",
  }),
  waitsFor: z.string().optional().meta({
    description: "The limit of the key or the tenant that answers given alone wait for; missing: none does",
  }),
  items: count.meta({ description: "How many items it has" }),
  repetitions: count.meta({ description: "How often each arm answers each item" }),
  cells: z
    .object({
      total: count.meta({ description: "Items × arms × repetitions" }),
      done: count.meta({ description: "Those with an outcome" }),
      failed: count.meta({ description: "Those that failed" }),
      running: count.meta({ description: "Those under way" }),
    })
    .meta({ description: "How far it is" }),
  calls: count.meta({ description: "Calls that were bought; answers that arms share count once" }),
  tokens: count.meta({ description: "Input and output of these calls" }),
  costUsd: Money,
  unsettledUsd: z.number().meta({
    description: "Charged to the budget beyond `costUsd`: calls whose end is unknown, in full",
  }),
  budget: z.union([ExperimentBudget, z.null()]).meta({ description: "null: no limit" }),
  links: z
    .object({
      self: line.meta({ description: "The experiment itself" }),
      results: line.meta({ description: "Its cells, as JSON or CSV" }),
      debates: line.meta({ description: "The list of its debates" }),
      watch: line.meta({ description: "Its page" }),
    })
    .meta({ description: "Addresses of this experiment" }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const ExperimentSummary = z
  .object({ ...shown, arms: list(line, MOST.arms).meta({ description: "The arms' names" }) })
  .meta({ id: "ExperimentSummary", description: "An experiment in a list" });
export type ExperimentSummary = z.infer<typeof ExperimentSummary>;

export const ExperimentEvent = z
  .object({
    id: count.meta({ description: "The experiment's version" }),
    type: z.literal("experiment.updated").meta({ description: "The kind of event" }),
    at: timestamp,
    experiment: ExperimentSummary.meta({ description: "As it is since then" }),
  })
  .meta({ id: "ExperimentEvent", description: "A change of an experiment; several at once are told as one" });
export type ExperimentEvent = z.infer<typeof ExperimentEvent>;

export const Experiment = z
  .object({
    ...shown,
    arms: list(ArmRequest, MOST.arms).meta({ description: "The ways to answer the items" }),
    concurrency: count.meta({ description: "Cells that run at once" }),
    table: ExperimentTable,
  })
  .meta({ id: "Experiment", description: "An experiment with its figures so far" });
export type Experiment = z.infer<typeof Experiment>;

export const ExperimentList = z
  .object({
    items: list(ExperimentSummary, 100).meta({ description: "The newest first" }),
    nextCursor,
  })
  .meta({ id: "ExperimentList" });

const amount = z.object({
  calls: count.meta({ description: "Calls of models" }),
  inputTokens: count.meta({ description: "Tokens that models read" }),
  outputTokens: count.meta({ description: "Tokens that models write" }),
  costUsd: Money,
});

export const ExperimentEstimate = z
  .object({
    cells: count.meta({ description: "Items × arms × repetitions" }),
    likely: amount.meta({ description: "If debates run as they usually do" }),
    worst: amount.meta({ description: "The most that the cells may take" }),
    arms: list(
      z.object({
        arm: line.meta({ description: "The arm's name" }),
        likely: amount.meta({ description: "As if it were bought alone" }),
        worst: amount.meta({ description: "As if it were bought alone" }),
      }),
      MOST.arms,
    ).meta({ description: "The same by arm" }),
    warnings: list(line, 100).meta({ description: "What is worth knowing before it starts" }),
  })
  .meta({ id: "ExperimentEstimate", description: "What an experiment would take. Nothing was started" });
export type ExperimentEstimate = z.infer<typeof ExperimentEstimate>;
export type EstimateAmount = z.infer<typeof amount>;

export const ResultRow = z
  .object({
    arm: line.meta({ description: "The arm's name" }),
    item: line.meta({ description: "The item's id" }),
    repetition: z.int().meta({ description: "From 1" }),
    answer: z.string().nullable().meta({ description: "null: no answer of the item's form" }),
    expected: z.string().nullable().meta({ description: "null: unknown" }),
    correct: z.boolean().nullable().meta({ description: "null: unknown, or the cell failed" }),
    debate: line.nullable().meta({ description: "The debate's id; null: a baseline" }),
    calls: count.meta({ description: "Calls of models" }),
    inputTokens: count.meta({ description: "Tokens that models read" }),
    outputTokens: count.meta({ description: "Tokens that models wrote" }),
    costUsd: Money,
    error: z.string().nullable().meta({ description: "Why the cell failed; null: it did not" }),
  })
  .meta({ id: "ExperimentResult", description: "One cell with its outcome" });
export type ResultRow = z.infer<typeof ResultRow>;

export const ExperimentItem = z
  .object({
    id: line.meta({ description: "The item's id, as results name it" }),
    question: z.string().meta({ description: "The topic of its debates" }),
    answers: AnswerForm.meta({ description: "The form of its answers" }),
    expected: z.string().nullable().meta({ description: "The right answer; null: unknown" }),
  })
  .meta({ id: "ExperimentItem", description: "A question of an experiment" });
export type ExperimentItem = z.infer<typeof ExperimentItem>;

export const ExperimentItems = z
  .object({ items: list(ExperimentItem, MOST.items).meta({ description: "In the order of the request" }) })
  .meta({ id: "ExperimentItems" });

export const ExperimentResults = z
  .object({ items: list(ResultRow, MOST.cells).meta({ description: "By arm, item and repetition" }) })
  .meta({ id: "ExperimentResults" });

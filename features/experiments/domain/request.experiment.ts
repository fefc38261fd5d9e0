/** What creates an experiment: items × arms × repetitions. `checks.experiment.ts` finds what no schema can say. */
import { z } from "zod";
import { readAnswerText, whatIsRead } from "../../../domain/rules/answers/same.ts";
import { label, Topic } from "../../../domain/rules/request/texts.ts";
import { AnswerForm, TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { dictionary, list } from "../../../domain/shapes/schemas/bounds.ts";

export const MOST = {
  items: 5_000,
  arms: 32,
  repetitions: 20,
  concurrency: 50,
  votes: 101,
  /** Items × arms × repetitions. */
  cells: 20_000,
} as const;
const USUAL_CONCURRENCY = 8;

/** A comma would separate two tags, and every debate of an arm has the arm's name as one. */
const name = label.refine(
  (text) => text.length <= 60 && !text.includes(","),
  "must have at most 60 characters, no comma",
);

const id = z
  .string()
  .max(60)
  .regex(/^[\w.-]+$/, "must be letters, digits, dots, dashes and underscores");

export const ItemRequest = z
  .strictObject({
    id: id.optional().meta({ description: "Names it in results; `i1`, `i2`, … by its place when left out" }),
    question: Topic.meta({ description: "The topic of this item's debates" }),
    answers: AnswerForm.optional().meta({ description: "The form of its answers; a text when left out" }),
    expected: z
      .union([z.string().min(1).max(2_000), z.number()])
      .optional()
      .meta({ description: "The right answer; without it nothing is counted as right or wrong" }),
  })
  .superRefine(({ answers = TEXT, expected }, issue) => {
    if (expected === undefined || readAnswerText(expected, answers) !== null) return;
    issue.addIssue({ code: "custom", path: ["expected"], message: `must be ${whatIsRead(answers)}` });
  })
  .meta({ id: "ItemRequest", description: "A question with, where it is known, the right answer" });
export type ItemRequest = z.infer<typeof ItemRequest>;

const fields = dictionary(z.unknown(), 100);

const Baseline = z
  .strictObject({
    vote: z.int().min(1).max(MOST.votes).meta({
      description: "So many answers are asked for, each alone, and their plurality counts; 1: a single answer",
    }),
  })
  .meta({
    id: "Baseline",
    description: "Answers without a debate, from the models of the base's participants in turn",
  });

export const ArmRequest = z
  .strictObject({
    name: name.meta({ description: "Names the arm in results; all must differ" }),
    patch: fields.optional().meta({ description: "A merge patch (RFC 7396) of `base`; {} is the base itself" }),
    baseline: Baseline.optional(),
  })
  .refine(({ patch, baseline }) => (patch === undefined) !== (baseline === undefined), {
    message: "must have either a patch or a baseline",
  })
  .meta({ id: "ArmRequest", description: "One way to answer the items" });
export type ArmRequest = z.infer<typeof ArmRequest>;

export const ExperimentBudget = z
  .strictObject({
    maxCostUsd: z.number().min(0).max(1_000_000).optional().meta({ description: "USD for all calls together" }),
    maxTokens: z
      .int()
      .min(0)
      .max(1_000_000_000_000)
      .optional()
      .meta({ description: "Input and output of all calls together" }),
  })
  .meta({
    id: "ExperimentBudget",
    description: "No call is made that might pass it. It is refused if no cell could begin",
  });
export type ExperimentBudget = z.infer<typeof ExperimentBudget>;

const Arms = list(ArmRequest, MOST.arms).min(1);

export const ExperimentRequest = z
  .strictObject({
    name: label.meta({ description: "What it is about, for lists and reports" }),
    base: fields.meta({ description: "A `DebateRequest` without `topic`: what all arms have in common" }),
    items: list(ItemRequest, MOST.items).min(1).meta({ description: "The questions" }),
    arms: Arms.meta({ description: "The ways to answer them. The first is what the others are compared with" }),
    repetitions: z
      .int()
      .min(1)
      .max(MOST.repetitions)
      .default(1)
      .meta({ description: "How often each arm answers each item" }),
    concurrency: z
      .int()
      .min(1)
      .max(MOST.concurrency)
      .default(USUAL_CONCURRENCY)
      .meta({ description: "Cells that run at once" }),
    budget: ExperimentBudget.optional(),
  })
  .meta({ id: "ExperimentRequest", description: "Items × arms × repetitions, under one budget" });
export type ExperimentRequest = z.infer<typeof ExperimentRequest>;
/** As a client sends it: fields with a default are optional. */
export type NewExperiment = z.input<typeof ExperimentRequest>;

export const ArmsRequest = z
  .strictObject({
    arms: Arms.meta({ description: "Added behind those that the experiment has" }),
    budget: ExperimentBudget.optional().meta({
      description: "In place of the experiment's budget, what was spent so far included; as it was when left out",
    }),
  })
  .meta({ id: "ArmsRequest", description: "More arms for an experiment, also for one that is over" });
export type ArmsRequest = z.infer<typeof ArmsRequest>;
export type NewArms = z.input<typeof ArmsRequest>;

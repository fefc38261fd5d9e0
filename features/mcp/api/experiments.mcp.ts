/** Tools that read experiments: how many there are, and the figures of one. */
import { z } from "zod";
import type { Experiment, ExperimentSummary } from "../../../api/client/index.ts";
import { picked } from "../../../domain/shapes/plan/picked.ts";
import { defineTool, PAGE, READING } from "./tool.mcp.ts";

const SUMMARY = ["id", "name", "status", "why", "items", "repetitions", "cells", "costUsd", "createdAt"] as const;
const ROW = ["arm", "done", "failed", "left", "accuracy", "calls", "costUsd", "costUsdPerCorrect"] as const;
const COMPARISON = ["arm", "against", "items", "difference", "pAdjusted", "isClear"] as const;

export const EXPERIMENT_TOOLS = [
  defineTool({
    name: "list_experiments",
    title: "List the experiments",
    description:
      "Experiments, the newest first: each lets debates and votes answer the same questions. With nextCursor there are more.",
    inputSchema: z.object(PAGE),
    annotations: READING,
    call: async ({ client }, page) => {
      const { items, nextCursor } = await client.experiments.list(page);
      return { value: { experiments: items.map(summaryOf), nextCursor } };
    },
  }),
  defineTool({
    name: "get_experiment",
    title: "Look at an experiment",
    description:
      "How far an experiment is, and its figures so far: accuracy and cost of each arm, and how each differs from the first.",
    inputSchema: z.object({ id: z.string().min(1).meta({ description: "The experiment's id" }) }),
    outputSchema: z.looseObject({
      id: z.string(),
      status: z.string(),
      arms: z.array(z.looseObject({ arm: z.string() })),
      comparisons: z.array(z.looseObject({ arm: z.string() })).meta({ description: "Each later arm with the first" }),
      notes: z.array(z.string()).meta({ description: "What the figures support" }),
      shortened: z.boolean().meta({ description: "True: texts or lists are cut; `self` has the whole" }),
      self: z.string().meta({ description: "Address in the API" }),
    }),
    annotations: READING,
    call: async ({ client }, { id }) => {
      const experiment = await client.experiments.get(id);
      const whole = { id: experiment.id, status: experiment.status, ...picked(experiment.links, ["self", "results"]) };
      return { value: figuresOf(experiment), cut: { whole, links: [] } };
    },
  }),
];

function summaryOf(experiment: ExperimentSummary) {
  return { ...picked(experiment, SUMMARY), arms: experiment.arms };
}

type Table = Experiment["table"];

function figuresOf(experiment: Experiment) {
  const { arms, comparisons, notes } = experiment.table;
  return {
    ...picked(experiment, SUMMARY),
    arms: arms.map((row: Table["arms"][number]) => picked(row, ROW)),
    comparisons: comparisons.map((row: Table["comparisons"][number]) => picked(row, COMPARISON)),
    notes,
  };
}

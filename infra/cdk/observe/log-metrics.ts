/** Metrics from log lines, without a collector: of Temporal's SDK and activities, of requests, of the look at queues. */
import type { Stack } from "aws-cdk-lib";
import { Metric, type MetricProps } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter, type MetricFilterProps } from "aws-cdk-lib/aws-logs";
import type { Stage } from "../base/stages.ts";

export const LOG_METRICS = {
  /** Logged by Temporal's core; failures of workflows themselves do not count. */
  workflowTaskFailures: "WorkflowTaskFailures",
  /** Milliseconds, by task queue. */
  scheduleToStart: "ScheduleToStart",
  modelCost: "ModelCostUsd",
  /** Requests that the API answered with a status of 500 or more. */
  serverErrors: "ServerErrors",
  /** By task queue: looks at it that found work and nobody who polls. */
  unpolled: "UnpolledQueue",
} as const;

const isLine = (text: string) => FilterPattern.stringValue("$.msg", "=", text);

type Filter = Pick<MetricFilterProps, "metricName" | "filterPattern" | "metricValue" | "dimensions">;

const OF_WORKERS: Filter[] = [
  {
    metricName: LOG_METRICS.workflowTaskFailures,
    filterPattern: FilterPattern.any(isLine("Failing workflow task"), isLine("Error while auto-failing workflow task")),
    metricValue: "1",
  },
  {
    metricName: LOG_METRICS.scheduleToStart,
    filterPattern: FilterPattern.all(isLine("activity"), FilterPattern.numberValue("$.waitedMs", ">=", 0)),
    metricValue: "$.waitedMs",
    dimensions: { TaskQueue: "$.taskQueue" },
  },
  {
    metricName: LOG_METRICS.modelCost,
    filterPattern: FilterPattern.all(isLine("model call"), FilterPattern.numberValue("$.costUsd", ">", 0)),
    metricValue: "$.costUsd",
  },
];

const FILTERS = {
  workers: OF_WORKERS,
  api: [
    {
      metricName: LOG_METRICS.serverErrors,
      filterPattern: FilterPattern.all(isLine("request"), FilterPattern.numberValue("$.status", ">=", 500)),
      metricValue: "1",
    },
  ],
  queues: [
    {
      metricName: LOG_METRICS.unpolled,
      filterPattern: FilterPattern.all(
        isLine("task queue"),
        FilterPattern.numberValue("$.pollers", "=", 0),
        FilterPattern.numberValue("$.backlog", ">", 0),
      ),
      metricValue: "1",
      dimensions: { TaskQueue: "$.taskQueue" },
    },
  ],
} satisfies Record<string, Filter[]>;

/** `of`: whose log it is. */
export function addLogMetrics(
  stack: Stack,
  { stage, id, logs, of }: { stage: Stage; id: string; logs: LogGroup; of: keyof typeof FILTERS },
): void {
  const metricNamespace = namespaceOf(stage);
  for (const filter of FILTERS[of] as Filter[])
    new MetricFilter(stack, `${id}${filter.metricName.replace("Usd", "")}`, {
      logGroup: logs,
      metricNamespace,
      ...filter,
    });
}

export function logMetric(
  stage: Stage,
  metricName: string,
  props: Pick<MetricProps, "statistic" | "period" | "dimensionsMap" | "label">,
): Metric {
  return new Metric({ namespace: namespaceOf(stage), metricName, ...props });
}

function namespaceOf({ name }: Stage): string {
  return `Parley/${name}`;
}

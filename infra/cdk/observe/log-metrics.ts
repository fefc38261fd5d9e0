/** Metrics from log lines of Temporal's SDK and of activities, without a collector. */
import type { Stack } from "aws-cdk-lib";
import { Metric, type MetricProps } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter, type MetricFilterProps } from "aws-cdk-lib/aws-logs";
import type { Stage } from "../stages.ts";

export const LOG_METRICS = {
  /** Logged by Temporal's core; failures of workflows themselves do not count. */
  workflowTaskFailures: "WorkflowTaskFailures",
  /** Milliseconds, by task queue. */
  scheduleToStart: "ScheduleToStart",
  modelCost: "ModelCostUsd",
} as const;

const isLine = (text: string) => FilterPattern.stringValue("$.msg", "=", text);

const FILTERS: Pick<MetricFilterProps, "metricName" | "filterPattern" | "metricValue" | "dimensions">[] = [
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

export function addLogMetrics(stack: Stack, { stage, id, logs }: { stage: Stage; id: string; logs: LogGroup }): void {
  const metricNamespace = namespaceOf(stage);
  for (const filter of FILTERS)
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

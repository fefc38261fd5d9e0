/** Numbers out of log lines: what Temporal's SDK and the acts say becomes metrics, without a collector. */
import type { Stack } from "aws-cdk-lib";
import { Metric, type MetricProps } from "aws-cdk-lib/aws-cloudwatch";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Stage } from "./stages.ts";

export const LOG_METRICS = {
  /** The line of Temporal's core; the workflow's own failures are not among them. */
  workflowTaskFailures: "WorkflowTaskFailures",
  /** Milliseconds, by task queue. */
  scheduleToStart: "ScheduleToStart",
  modelCost: "ModelCostUsd",
} as const;

export function addLogMetrics(stack: Stack, { stage, id, logs }: { stage: Stage; id: string; logs: LogGroup }): void {
  const metricNamespace = namespaceOf(stage);
  const isLine = (text: string) => FilterPattern.stringValue("$.msg", "=", text);
  new MetricFilter(stack, `${id}WorkflowTaskFailures`, {
    logGroup: logs,
    metricNamespace,
    metricName: LOG_METRICS.workflowTaskFailures,
    filterPattern: FilterPattern.any(isLine("Failing workflow task"), isLine("Error while auto-failing workflow task")),
    metricValue: "1",
  });
  new MetricFilter(stack, `${id}ScheduleToStart`, {
    logGroup: logs,
    metricNamespace,
    metricName: LOG_METRICS.scheduleToStart,
    filterPattern: FilterPattern.all(isLine("activity"), FilterPattern.numberValue("$.waitedMs", ">=", 0)),
    metricValue: "$.waitedMs",
    dimensions: { TaskQueue: "$.taskQueue" },
  });
  new MetricFilter(stack, `${id}ModelCost`, {
    logGroup: logs,
    metricNamespace,
    metricName: LOG_METRICS.modelCost,
    filterPattern: FilterPattern.all(isLine("model call"), FilterPattern.numberValue("$.costUsd", ">", 0)),
    metricValue: "$.costUsd",
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

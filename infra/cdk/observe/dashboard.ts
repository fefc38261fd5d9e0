/** The dashboard of a stage. */
import { Duration, type Stack } from "aws-cdk-lib";
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { AddedFunction } from "../base/function.ts";
import type { Parts } from "../base/parts.cdk-base.ts";
import { queuesOf } from "../workers/functions.ts";
import type { WorkerCluster } from "../workers/network.ts";
import { LOG_METRICS, logMetric } from "./log-metrics.ts";

export interface Shown {
  alarms: Alarm[];
  functions: AddedFunction[];
  services: WorkerCluster | null;
}

export function addDashboard(stack: Stack, parts: Parts, { alarms, functions, services }: Shown): void {
  const perFunction = (title: string, metricOf: (of: LambdaFunction, label: string) => IMetric) =>
    graph(
      title,
      functions.map(({ function: of, name }) => metricOf(of, name)),
    );
  const { table } = parts;
  const ofWorkers =
    services && graph("Workers, % (each build)", [ofServices(services, "CPU"), ofServices(services, "Memory")]);
  const rows: IWidget[][] = [
    [new AlarmStatusWidget({ title: "Alarms", alarms, width: 24, height: 4 })],
    ofDebates(parts),
    [
      perFunction("Invocations", (of, label) => of.metricInvocations({ label })),
      perFunction("Duration (p95)", (of, label) => of.metricDuration({ label, statistic: "p95" })),
      perFunction("At a time", (of, label) => of.metric("ConcurrentExecutions", { label, statistic: "Maximum" })),
    ],
    [
      graph("Table: capacity", [table.metricConsumedReadCapacityUnits(), table.metricConsumedWriteCapacityUnits()]),
      ...(ofWorkers ? [ofWorkers] : []),
    ],
  ];
  new Dashboard(stack, "Dashboard", { dashboardName: `parley-${parts.stage.name}`, widgets: rows });
}

function ofDebates({ stage }: Parts): IWidget[] {
  const period = Duration.minutes(5);
  const waits = queuesOf(stage.providers).map(({ queue }) =>
    logMetric(stage, LOG_METRICS.scheduleToStart, {
      statistic: "p95",
      period,
      label: queue,
      dimensionsMap: { TaskQueue: queue },
    }),
  );
  return [
    graph("Schedule to start, ms (p95)", waits),
    graph("Models, USD", [logMetric(stage, LOG_METRICS.modelCost, { statistic: "Sum", period: Duration.hours(1) })]),
    graph("Workflow tasks that failed", [
      logMetric(stage, LOG_METRICS.workflowTaskFailures, { statistic: "Sum", period }),
    ]),
  ];
}

/** All services of the cluster, also those of later builds. */
function ofServices({ cluster }: WorkerCluster, of: string): MathExpression {
  const schema = "{AWS/ECS,ClusterName,ServiceName}";
  const search = `${schema} ClusterName="${cluster.clusterName}" MetricName="${of}Utilization"`;
  return new MathExpression({ expression: `SEARCH('${search}', 'Average', 300)`, label: of, usingMetrics: {} });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}

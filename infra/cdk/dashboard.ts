/** One page that shows whether Parley is well. */
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
import type { AddedFunction } from "./function.ts";
import { LOG_METRICS, logMetric } from "./log-metrics.ts";
import type { Parts } from "./parts.ts";
import { queuesOf } from "./worker-functions.ts";
import type { WorkerCluster } from "./worker-network.ts";

export interface Shown {
  alarms: Alarm[];
  functions: AddedFunction[];
  services: WorkerCluster | null;
}

export function addDashboard(stack: Stack, parts: Parts, { alarms, functions, services }: Shown): void {
  const rows: IWidget[][] = [
    [new AlarmStatusWidget({ title: "Alarms", alarms, width: 24, height: 4 })],
    ofDebates(parts),
    [
      graph(
        "Invocations",
        functions.map(({ function: of, name }) => of.metricInvocations({ label: name })),
      ),
      graph(
        "Duration (p95)",
        functions.map(({ function: of, name }) => of.metricDuration({ label: name, statistic: "p95" })),
      ),
      graph(
        "At a time",
        functions.map(({ function: of, name }) =>
          of.metric("ConcurrentExecutions", { label: name, statistic: "Maximum" }),
        ),
      ),
    ],
    [
      graph("Table: capacity", [
        parts.table.metricConsumedReadCapacityUnits(),
        parts.table.metricConsumedWriteCapacityUnits(),
      ]),
      ...(services
        ? [
            graph(
              "Workers, % (each build)",
              ["CPU", "Memory"].map((of) => ofServices(services, of)),
            ),
          ]
        : []),
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

/** Of every service of the cluster, those of later builds too. */
function ofServices({ cluster }: WorkerCluster, of: string): MathExpression {
  const schema = "{AWS/ECS,ClusterName,ServiceName}";
  const search = `${schema} ClusterName="${cluster.clusterName}" MetricName="${of}Utilization"`;
  return new MathExpression({ expression: `SEARCH('${search}', 'Average', 300)`, label: of, usingMetrics: {} });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}

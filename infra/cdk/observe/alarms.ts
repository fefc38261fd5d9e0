/** Alarms, all sent to one topic. Each describes one problem that an operator must look at. */
import { Duration, type Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { AddedFunction } from "../base/function.ts";
import type { Parts } from "../base/parts.cdk-base.ts";
import type { Stage } from "../base/stages.ts";
import { queuesOf } from "../workers/functions.ts";
import { LOG_METRICS, logMetric } from "./log-metrics.ts";
import { WATCH_PERIOD } from "./queue-watch.ts";

const PERIOD = Duration.minutes(5);

interface Alert {
  id: string;
  /** The operator's action, in a sentence. */
  description: string;
  metric: IMetric;
  /** The alarm fires above this; missing: 0. */
  above?: number;
  /** Consecutive periods. */
  periods?: number;
}

export function addAlarms(stack: Stack, parts: Parts, functions: AddedFunction[]): Alarm[] {
  const { stage, key } = parts;
  const topic = addTopic(stack, stage, key);
  const alerts = [...functions.flatMap(ofFunction), ...ofTable(parts), ...ofDebates(stage)];
  addBudget(stack, stage);
  return alerts.map((alert) => {
    const alarm = new Alarm(stack, `${alert.id}Alarm`, {
      alarmName: `parley-${stage.name}-${alert.id}`,
      alarmDescription: alert.description,
      metric: alert.metric,
      threshold: alert.above ?? 0,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: alert.periods ?? 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  });
}

function addTopic(stack: Stack, stage: Stage, key: Key): Topic {
  const topic = new Topic(stack, "Alarms", {
    topicName: `parley-${stage.name}-alarms`,
    masterKey: key,
    enforceSSL: true,
  });
  const alarms = new ServicePrincipal("cloudwatch.amazonaws.com");
  const conditions = { StringEquals: { "aws:SourceAccount": stack.account } };
  topic.addToResourcePolicy(
    new PolicyStatement({ principals: [alarms], actions: ["sns:Publish"], resources: [topic.topicArn], conditions }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [alarms],
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"],
      conditions,
    }),
  );
  if (stage.alarms.email) topic.addSubscription(new EmailSubscription(stage.alarms.email));
  return topic;
}

/** What an invocation can suffer, and what to do then. */
const OF_FUNCTIONS = {
  Errors: "fail: see its log group.",
  Throttles: "are refused: raise its concurrency in infra/cdk/base/stages.ts.",
};

function ofFunction({ name, function: of }: AddedFunction): Alert[] {
  return Object.entries(OF_FUNCTIONS).map(([metricName, what]) => ({
    id: `${of.node.id}${metricName}`,
    description: `Invocations of ${name} ${what}`,
    metric: of.metric(metricName, { statistic: "Sum", period: PERIOD }),
  }));
}

function ofTable({ table }: Parts): Alert[] {
  return ["ReadThrottleEvents", "WriteThrottleEvents"].map((metricName) => ({
    id: `Table${metricName}`,
    description: "DynamoDB refuses requests: one debate or one tenant is too hot, or an account quota is reached.",
    metric: new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: table.tableName },
      statistic: "Sum",
      period: PERIOD,
    }),
  }));
}

function ofDebates(stage: Stage): Alert[] {
  const { alarms } = stage;
  return [
    {
      id: "WorkflowTaskFailures",
      description: "Workflow tasks fail: the workers' code does not fit a history. Roll back, then look at the log.",
      metric: logMetric(stage, LOG_METRICS.workflowTaskFailures, { statistic: "Sum", period: PERIOD }),
    },
    {
      id: "ApiServerErrors",
      description: "The API answers with a status of 500 or more: its log group names the fault beside each request.",
      metric: logMetric(stage, LOG_METRICS.serverErrors, { statistic: "Sum", period: PERIOD }),
    },
    ...queuesOf(stage.providers).map(({ queue }) => ({
      id: `${queue}-Unpolled`,
      description: `Work waits in ${queue} and nobody polls it: see why its workers do not run or are not invoked.`,
      metric: logMetric(stage, LOG_METRICS.unpolled, {
        statistic: "Sum",
        period: WATCH_PERIOD,
        dimensionsMap: { TaskQueue: queue },
      }),
      // One look may come just before Temporal invokes a worker.
      periods: 2,
    })),
    ...queuesOf(stage.providers).map(({ queue }) => ({
      id: `${queue}-ScheduleToStart`,
      description: `Acts wait for a worker of ${queue}: raise the workers' concurrency, or see why they are not invoked.`,
      metric: logMetric(stage, LOG_METRICS.scheduleToStart, {
        statistic: "p95",
        period: PERIOD,
        dimensionsMap: { TaskQueue: queue },
      }),
      above: alarms.scheduleToStartMs,
      periods: 3,
    })),
    {
      id: "ModelSpend",
      description: "Models cost more in a day than is meant: see the dashboard for when it began.",
      metric: logMetric(stage, LOG_METRICS.modelCost, { statistic: "Sum", period: Duration.days(1) }),
      above: alarms.modelUsdPerDay,
    },
  ];
}

/** AWS costs. The tag must be activated for cost allocation once per account. */
function addBudget(stack: Stack, { name, alarms }: Stage): void {
  const subscribers = alarms.email ? [{ subscriptionType: "EMAIL", address: alarms.email }] : [];
  new CfnBudget(stack, "Budget", {
    budget: {
      budgetName: `parley-${name}`,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount: alarms.awsUsdPerMonth, unit: "USD" },
      costFilters: { TagKeyValue: [`user:parley:stage$${name}`] },
    },
    ...(subscribers.length > 0 && {
      notificationsWithSubscribers: [80, 100].map((threshold) => ({
        notification: { notificationType: "ACTUAL", comparisonOperator: "GREATER_THAN", threshold },
        subscribers,
      })),
    }),
  });
}

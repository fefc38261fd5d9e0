/** A function that looks at the task queues every few minutes. */
import { Duration, type Stack } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { type AddedFunction, addFunction } from "../base/function.ts";
import type { Parts } from "../base/parts.cdk-base.ts";

/** One line for each queue in this time. */
export const WATCH_PERIOD = Duration.minutes(5);

export function addQueueWatch(stack: Stack, parts: Parts): AddedFunction {
  const added = addFunction(stack, parts, {
    id: "Queues",
    name: "queues",
    description: "Logs who polls Parley's task queues, and what waits in them",
    folder: parts.packages.worker,
    handler: "queues.handler",
    sizes: { memoryMb: 512, seconds: 60, concurrency: 1 },
    duties: { isApi: false, providers: [] },
    usesTable: false,
    variables: {},
  });
  const target = new LambdaFunction(added.function, { retryAttempts: 0 });
  new Rule(stack, "QueueWatch", { schedule: Schedule.rate(WATCH_PERIOD), targets: [target] });
  return added;
}

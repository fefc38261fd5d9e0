/** Workers as one function for all task queues, invoked by Temporal when there is work and nobody polls. */
import { CfnOutput, type Stack } from "aws-cdk-lib";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { modelQueue, TASK_QUEUE } from "../../../workflows/base/messages.workflow-base.ts";
import { type AddedFunction, addFunction } from "../base/function.ts";
import type { Parts } from "../base/parts.cdk-base.ts";

export interface Queue {
  queue: string;
  /** null: the queue of workflows and the store. */
  provider: string | null;
}

export function queuesOf(providers: string[]): Queue[] {
  return [
    { queue: TASK_QUEUE, provider: null },
    ...providers.map((provider) => ({ queue: modelQueue(provider), provider })),
  ];
}

export function addWorkerFunction(stack: Stack, parts: Parts): AddedFunction {
  const { workers, providers, temporal } = parts.stage;
  const added = addFunction(stack, parts, {
    id: "Worker",
    name: "worker-service",
    description: "Parley's workers of all task queues",
    folder: parts.packages.worker,
    sizes: workers,
    duties: { isApi: false, providers },
    variables: {},
  });
  new CfnOutput(stack, "WorkerArn", { value: added.function.currentVersion.functionArn });
  if (temporal.invokers.length > 0) addInvoker(stack, parts, added);
  return added;
}

/** The role that Temporal assumes to invoke the workers. */
function addInvoker(stack: Stack, { stage }: Parts, worker: AddedFunction): void {
  const { invokers, externalId } = stage.temporal;
  const principals = invokers.map((arn) =>
    new ArnPrincipal(arn).withConditions({ StringEquals: { "sts:ExternalId": externalId } }),
  );
  const role = new Role(stack, "Invoker", {
    roleName: `parley-${stage.name}-temporal`,
    description: "Temporal assumes it to invoke the workers",
    assumedBy: new CompositePrincipal(...principals),
  });
  role.addToPolicy(
    new PolicyStatement({
      actions: ["lambda:GetFunction", "lambda:InvokeFunction"],
      resources: [worker.function.functionArn, worker.function.currentVersion.functionArn],
    }),
  );
  new CfnOutput(stack, "InvokerArn", { value: role.roleArn });
}

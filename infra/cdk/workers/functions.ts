/** Workers as functions: one per task queue, invoked by Temporal when there is work and nobody polls. */
import { CfnOutput, type Stack } from "aws-cdk-lib";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import { modelQueue, TASK_QUEUE } from "../../../workflows/messages.ts";
import { type AddedFunction, addFunction } from "../function.ts";
import type { Parts } from "../parts.ts";

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

export function addWorkerFunctions(stack: Stack, parts: Parts): AddedFunction[] {
  const { workers, providers } = parts.stage;
  const added = queuesOf(providers).map(({ queue, provider }) =>
    addFunction(stack, parts, {
      id: `Worker${provider ?? ""}`.replace(/[^A-Za-z0-9]/g, ""),
      name: `worker-${provider ?? "service"}`,
      description: `Parley's worker of the task queue ${queue}`,
      folder: parts.packages.worker,
      sizes: workers,
      duties: { isApi: false, providers: provider === null ? [] : [provider] },
      variables: provider === null ? {} : { WORKER_PROVIDER: provider },
    }),
  );
  const versions = added.map((each) => each.function.currentVersion);
  added.forEach((each, i) => {
    new CfnOutput(stack, `${each.function.node.id}Arn`, { value: versions[i]?.functionArn ?? "" });
  });
  if (parts.stage.temporal.invokers.length > 0) addInvoker(stack, parts, added);
  return added;
}

/** The role that Temporal assumes to invoke the workers. */
function addInvoker(stack: Stack, { stage }: Parts, workers: AddedFunction[]): void {
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
      resources: workers.flatMap((each) => [each.function.functionArn, each.function.currentVersion.functionArn]),
    }),
  );
  new CfnOutput(stack, "InvokerArn", { value: role.roleArn });
}

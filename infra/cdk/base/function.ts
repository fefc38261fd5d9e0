/** A function with its own role, expiring logs and least privilege. */
import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { acknowledgeFiles } from "./bucket.cdk-base.ts";
import { addLogs } from "./logs.ts";
import type { Parts } from "./parts.cdk-base.ts";
import { mayReadSecrets, mayServe, mayTakeFiles, mayWriteLogs } from "./permissions.ts";
import { type Duties, secretsFor } from "./secrets.cdk-base.ts";
import { commonVariables } from "./variables.ts";

export interface FunctionInput {
  id: string;
  /** Last part of the function's name. */
  name: string;
  description: string;
  folder: string;
  /** Missing: `index.handler`. */
  handler?: string;
  /** False: it serves no debate, and reads its secrets alone. */
  usesTable?: false;
  sizes: { memoryMb: number; seconds: number; concurrency: number };
  duties: Duties;
  variables: Record<string, string>;
}

export interface AddedFunction {
  name: string;
  function: LambdaFunction;
  logs: LogGroup;
}

export function addFunction(stack: Stack, parts: Parts, input: FunctionInput): AddedFunction {
  const { stage, key } = parts;
  const { id, name, description, folder, sizes, variables } = input;
  const secrets = secretsFor(input.duties, parts);
  const logs = addLogs(stack, { id: `${id}Logs`, name, stage, key });
  const role = new Role(stack, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  const may = input.usesTable === false ? mayReadSecrets(secrets, key) : mayServe(parts, secrets);
  const takes = input.duties.isApi ? mayTakeFiles(parts) : [];
  for (const statement of [mayWriteLogs(logs), ...may, ...takes]) role.addToPolicy(statement);
  if (input.usesTable !== false) acknowledgeFiles(role, parts.bucket);
  const made = new LambdaFunction(stack, id, {
    functionName: `parley-${stage.name}-${name}`,
    description,
    role,
    logGroup: logs,
    runtime: Runtime.NODEJS_24_X,
    architecture: stage.architecture === "arm64" ? Architecture.ARM_64 : Architecture.X86_64,
    code: Code.fromAsset(folder),
    handler: input.handler ?? "index.handler",
    memorySize: sizes.memoryMb,
    timeout: Duration.seconds(sizes.seconds),
    reservedConcurrentExecutions: sizes.concurrency,
    // Callers repeat a failed invocation themselves.
    retryAttempts: 0,
    // Debates pinned to an older version of the workers need that version.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    environment: { ...commonVariables(parts, secrets), ...variables },
  });
  return { name, function: made, logs };
}

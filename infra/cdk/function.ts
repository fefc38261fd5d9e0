/** A function with a role of its own, logs that forget, and nothing it does not need. */
import { Duration, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime } from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { addLogs } from "./logs.ts";
import type { Parts } from "./parts.ts";
import { mayOpenPayloadKeys, mayReadSecrets, mayUseTable, mayWriteLogs } from "./permissions.ts";
import { commonVariables } from "./variables.ts";

export interface FunctionInput {
  id: string;
  /** The last part of the function's name. */
  name: string;
  description: string;
  folder: string;
  memoryMb: number;
  seconds: number;
  /** Invocations at a time. */
  concurrency: number;
  variables: Record<string, string>;
}

export interface AddedFunction {
  name: string;
  function: LambdaFunction;
  logs: LogGroup;
}

export function addFunction(stack: Stack, parts: Parts, input: FunctionInput): AddedFunction {
  const { stage, key, table, secrets } = parts;
  const { id, name, description, folder, memoryMb, seconds, concurrency, variables } = input;
  const logs = addLogs(stack, { id: `${id}Logs`, name, stage, key });
  const role = new Role(stack, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  const statements = [
    mayWriteLogs(logs),
    ...mayUseTable(table, key),
    ...mayReadSecrets(Object.values(secrets), key),
    mayOpenPayloadKeys(key),
  ];
  for (const statement of statements) role.addToPolicy(statement);
  const made = new LambdaFunction(stack, id, {
    functionName: `parley-${stage.name}-${name}`,
    description,
    role,
    logGroup: logs,
    runtime: Runtime.NODEJS_24_X,
    architecture: stage.architecture === "arm64" ? Architecture.ARM_64 : Architecture.X86_64,
    code: Code.fromAsset(folder),
    handler: "index.handler",
    memorySize: memoryMb,
    timeout: Duration.seconds(seconds),
    reservedConcurrentExecutions: concurrency,
    // Whoever invokes asks again when it has to.
    retryAttempts: 0,
    // Debates that are pinned to an older version of the workers need the function's older version.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    environment: { ...commonVariables(parts), ...variables },
  });
  return { name, function: made, logs };
}

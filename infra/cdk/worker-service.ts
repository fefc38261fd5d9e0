/**
 * The workers of all queues as a service that stays, instead of the functions (`-c workers=fargate`). Each build has a
 * service of its own in a stack of its own, since debates end on the build that they began on: a deployment puts the
 * newer service beside the older ones, and an older stack is deleted when no debate needs it any more.
 */
import { type App, Stack } from "aws-cdk-lib";
import { SubnetType } from "aws-cdk-lib/aws-ec2";
import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import {
  ContainerImage,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { acknowledge } from "./nag.ts";
import type { Parts } from "./parts.ts";
import { mayOpenPayloadKeys, mayReadSecrets, mayUseTable } from "./permissions.ts";
import { tag } from "./tags.ts";
import { commonVariables } from "./variables.ts";
import type { WorkerCluster } from "./worker-network.ts";

export function createWorkerStack(app: App, parts: Parts, { cluster, logs }: WorkerCluster): Stack {
  const { stage, build } = parts;
  const name = `parley-${stage.name}-workers-${nameOf(build)}`;
  const stack = new Stack(app, name, {
    description: `Parley (${stage.name}): workers of the build ${build}`,
    env: { region: stage.region },
  });
  tag(stack, stage);
  new FargateService(stack, "Workers", {
    serviceName: name,
    cluster,
    taskDefinition: addTask(stack, parts, logs),
    desiredCount: stage.workers.fargate.tasks,
    // Reached by nobody; it calls Temporal, the models and AWS.
    assignPublicIp: true,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    circuitBreaker: { rollback: true },
    minHealthyPercent: 100,
  });
  return stack;
}

/** CloudFormation takes letters, digits and dashes. */
function nameOf(build: string): string {
  return build.replace(/[^A-Za-z0-9]+/g, "-");
}

function addTask(stack: Stack, parts: Parts, logs: LogGroup): FargateTaskDefinition {
  const { stage, key, table, secrets, packages, build } = parts;
  const { cpu, memoryMb } = stage.workers.fargate;
  const isArm = stage.architecture === "arm64";
  const task = new FargateTaskDefinition(stack, "Task", {
    cpu,
    memoryLimitMiB: memoryMb,
    runtimePlatform: {
      cpuArchitecture: isArm ? CpuArchitecture.ARM64 : CpuArchitecture.X86_64,
      operatingSystemFamily: OperatingSystemFamily.LINUX,
    },
  });
  task.addContainer("Worker", {
    image: ContainerImage.fromAsset(packages.worker, { platform: isArm ? Platform.LINUX_ARM64 : Platform.LINUX_AMD64 }),
    environment: { AWS_REGION: stage.region, ...commonVariables(parts) },
    logging: LogDriver.awsLogs({ logGroup: logs, streamPrefix: nameOf(build) }),
    readonlyRootFilesystem: true,
  });
  for (const statement of [
    ...mayUseTable(table, key),
    ...mayReadSecrets(Object.values(secrets), key),
    mayOpenPayloadKeys(key),
  ])
    task.taskRole.addToPrincipalPolicy(statement);
  acknowledge(task, "AwsSolutions-ECS2", NO_SECRETS);
  acknowledge(
    task.obtainExecutionRole(),
    "AwsSolutions-IAM5[Resource::*]",
    "ecr:GetAuthorizationToken knows no resources; it reads nothing but a token for this account's registry.",
  );
  return task;
}

const NO_SECRETS =
  "The variables are addresses, names and sizes. Secrets are read from Secrets Manager by the process at its start.";

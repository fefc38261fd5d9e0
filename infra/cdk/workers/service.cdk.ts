/**
 * Workers as a permanent service for all queues (`-c workers=fargate`). Each build has its own service in its own
 * stack, because debates stay on their build. Delete an older stack when no debate needs it any more.
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
import { acknowledgeFiles } from "../base/bucket.cdk-base.ts";
import type { Parts } from "../base/parts.cdk-base.ts";
import { mayServe } from "../base/permissions.ts";
import { acknowledge, tag } from "../base/rules.ts";
import { secretsFor } from "../base/secrets.cdk-base.ts";
import { commonVariables } from "../base/variables.ts";
import type { WorkerCluster } from "./network.ts";

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
    // Nobody connects to it; it calls Temporal, the models and AWS.
    assignPublicIp: true,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    circuitBreaker: { rollback: true },
    minHealthyPercent: 100,
  });
  return stack;
}

/** CloudFormation accepts letters, digits and dashes. */
function nameOf(build: string): string {
  return build.replace(/[^A-Za-z0-9]+/g, "-");
}

function addTask(stack: Stack, parts: Parts, logs: LogGroup): FargateTaskDefinition {
  const { stage, packages, build } = parts;
  const secrets = secretsFor({ isApi: false, providers: stage.providers }, parts);
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
    environment: { AWS_REGION: stage.region, ...commonVariables(parts, secrets) },
    logging: LogDriver.awsLogs({ logGroup: logs, streamPrefix: nameOf(build) }),
    readonlyRootFilesystem: true,
  });
  for (const statement of mayServe(parts, secrets)) task.taskRole.addToPrincipalPolicy(statement);
  acknowledgeFiles(task.taskRole, parts.bucket);
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

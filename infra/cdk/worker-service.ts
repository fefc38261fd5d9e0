/** The workers of all queues as a service that stays, instead of the functions (`-c workers=fargate`). */
import type { Stack } from "aws-cdk-lib";
import { FlowLogDestination, GatewayVpcEndpointAwsService, type IVpc, SubnetType, Vpc } from "aws-cdk-lib/aws-ec2";
import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import {
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { addLogs } from "./logs.ts";
import { acknowledge } from "./nag.ts";
import type { Parts } from "./parts.ts";
import { mayReadSecrets, mayUseTable, mayWriteLogs } from "./permissions.ts";
import { commonVariables } from "./variables.ts";

export interface WorkerService {
  cluster: Cluster;
  service: FargateService;
  logs: LogGroup;
}

export function addWorkerService(stack: Stack, parts: Parts): WorkerService {
  const { stage, key } = parts;
  const logs = addLogs(stack, { id: "WorkerLogs", name: "workers", stage, key });
  const cluster = new Cluster(stack, "Cluster", {
    vpc: addNetwork(stack, parts),
    containerInsightsV2: ContainerInsights.ENABLED,
  });
  const service = new FargateService(stack, "Workers", {
    cluster,
    taskDefinition: addTask(stack, parts, logs),
    desiredCount: stage.workers.fargate.tasks,
    // Reached by nobody; it calls Temporal, the models and AWS.
    assignPublicIp: true,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    circuitBreaker: { rollback: true },
    minHealthyPercent: 100,
  });
  return { cluster, service, logs };
}

/** Public subnets without ingress: a NAT gateway would cost more than the workers. */
function addNetwork(stack: Stack, { stage, key }: Parts): IVpc {
  const vpc = new Vpc(stack, "Network", {
    maxAzs: 2,
    natGateways: 0,
    subnetConfiguration: [{ name: "workers", subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
    restrictDefaultSecurityGroup: false,
    gatewayEndpoints: { DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
  });
  const logs = addLogs(stack, { id: "FlowLogs", name: "network", stage, key });
  const role = new Role(stack, "FlowRole", { assumedBy: new ServicePrincipal("vpc-flow-logs.amazonaws.com") });
  role.addToPolicy(mayWriteLogs(logs));
  vpc.addFlowLog("Flow", { destination: FlowLogDestination.toCloudWatchLogs(logs, role) });
  return vpc;
}

function addTask(stack: Stack, parts: Parts, logs: LogGroup): FargateTaskDefinition {
  const { stage, key, table, secrets, packages } = parts;
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
    logging: LogDriver.awsLogs({ logGroup: logs, streamPrefix: "worker" }),
    readonlyRootFilesystem: true,
  });
  for (const statement of [...mayUseTable(table, key), ...mayReadSecrets(Object.values(secrets), key)])
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

/** The cluster and network of workers as services, shared by all builds. */
import { Stack } from "aws-cdk-lib";
import { FlowLogDestination, GatewayVpcEndpointAwsService, type IVpc, SubnetType, Vpc } from "aws-cdk-lib/aws-ec2";
import { Cluster, ContainerInsights } from "aws-cdk-lib/aws-ecs";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { addLogs } from "../base/logs.ts";
import type { Parts } from "../base/parts.cdk-base.ts";
import { mayWriteLogs } from "../base/permissions.ts";

export interface WorkerCluster {
  cluster: Cluster;
  /** Logs of all builds. */
  logs: LogGroup;
}

export function addWorkerCluster(stack: Stack, parts: Parts): WorkerCluster {
  const { stage, key } = parts;
  const logs = addLogs(stack, { id: "WorkerLogs", name: "workers", stage, key });
  const cluster = new Cluster(stack, "Cluster", {
    clusterName: `parley-${stage.name}`,
    vpc: addNetwork(stack, parts),
    containerInsightsV2: ContainerInsights.ENABLED,
  });
  return { cluster, logs };
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

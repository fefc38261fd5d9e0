/** What holds for every resource: AWS's rules, what remains of a deleted stack, and tags. */
import { type App, RemovalPolicy, type Stack, Tags, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import type { IConstruct } from "constructs";
import type { Stage } from "./stages.ts";

/** Checks AWS's rules for solutions at every synthesis; a finding fails it. */
export function checkRules(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { writeSuppressionsToCloudFormation: true }));
}

/** Acknowledges an intended finding, for one construct and rule. */
export function acknowledge(construct: IConstruct, id: string, reason: string): void {
  Validations.of(construct).acknowledge({ id, reason });
}

/** What happens to a stage's data when its stack is deleted. */
export function removalOf({ keepData }: Stage): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** Tags every resource of a stack. */
export function tag(stack: Stack, { name }: Stage): void {
  Tags.of(stack).add("parley:service", "parley");
  Tags.of(stack).add("parley:stage", name);
}

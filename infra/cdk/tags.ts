import { type Stack, Tags } from "aws-cdk-lib";
import type { Stage } from "./stages.ts";

/** On everything that a stack makes. */
export function tag(stack: Stack, { name }: Stage): void {
  Tags.of(stack).add("parley:service", "parley");
  Tags.of(stack).add("parley:stage", name);
}

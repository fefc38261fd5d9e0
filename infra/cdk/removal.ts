import { RemovalPolicy } from "aws-cdk-lib";
import type { Stage } from "./stages.ts";

/** What becomes of a stage's data when its stack goes. */
export function removalOf({ keepData }: Stage): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

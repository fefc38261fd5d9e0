/** A log group with a retention time, encrypted with our key. */
import type { Stack } from "aws-cdk-lib";
import type { Key } from "aws-cdk-lib/aws-kms";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { removalOf } from "./rules.ts";
import type { Stage } from "./stages.ts";

export function addLogs(
  stack: Stack,
  { id, name, stage, key }: { id: string; name: string; stage: Stage; key: Key },
): LogGroup {
  return new LogGroup(stack, id, {
    // The key's policy allows this prefix.
    logGroupName: `/parley/${stage.name}/${name}`,
    retention: stage.logRetention,
    encryptionKey: key,
    removalPolicy: removalOf(stage),
  });
}

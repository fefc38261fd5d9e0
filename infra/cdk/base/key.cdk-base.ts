/** One customer-managed key for the table, the secrets, the logs and the alarms' topic. */
import type { Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { removalOf } from "./rules.ts";
import type { Stage } from "./stages.ts";

/** Actions that a service needs to encrypt data with the key. */
export const KEY_USE = [
  "kms:Decrypt",
  "kms:DescribeKey",
  "kms:Encrypt",
  "kms:GenerateDataKey",
  "kms:GenerateDataKeyWithoutPlaintext",
  "kms:ReEncryptFrom",
  "kms:ReEncryptTo",
];

export function addKey(stack: Stack, stage: Stage): Key {
  const key = new Key(stack, "Key", {
    alias: `alias/parley-${stage.name}`,
    description: `What Parley (${stage.name}) keeps`,
    enableKeyRotation: true,
    removalPolicy: removalOf(stage),
  });
  const ours = `arn:${stack.partition}:logs:${stage.region}:${stack.account}:log-group:/parley/${stage.name}/*`;
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${stage.region}.amazonaws.com`)],
      actions: KEY_USE,
      // In a key's own policy, `*` is the key itself.
      resources: ["*"],
      conditions: { ArnLike: { "kms:EncryptionContext:aws:logs:arn": ours } },
    }),
  );
  return key;
}

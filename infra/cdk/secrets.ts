/** Secrets, each a JSON object of variables that the functions read at cold start. */
import type { Stack } from "aws-cdk-lib";
import type { Key } from "aws-cdk-lib/aws-kms";
import { type CfnSecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import { acknowledge } from "./nag.ts";
import { removalOf } from "./removal.ts";
import type { Stage } from "./stages.ts";

export interface Secrets {
  /** `TEMPORAL_API_KEY` */
  temporal: Secret;
  /** `ANTHROPIC_API_KEY`, `OPENAI_API_KEY` and so on */
  providers: Secret;
  /** `PARLEY_SECRET`, made by the first deployment, and `PAYLOAD_KEY` */
  service: Secret;
}

export function addSecrets(stack: Stack, { stage, key }: { stage: Stage; key: Key }): Secrets {
  const add = (id: string, name: string, description: string, generate: boolean) => {
    const secret = new Secret(stack, id, {
      secretName: `parley/${stage.name}/${name}`,
      description,
      encryptionKey: key,
      removalPolicy: removalOf(stage),
      ...(generate && {
        generateSecretString: {
          secretStringTemplate: "{}",
          generateStringKey: "PARLEY_SECRET",
          passwordLength: 48,
          excludePunctuation: true,
        },
      }),
    });
    // Empty until an operator fills it: a value in the template would overwrite theirs at some later deployment.
    if (!generate) (secret.node.defaultChild as CfnSecret).addPropertyDeletionOverride("GenerateSecretString");
    acknowledge(secret, "AwsSolutions-SMG4", ROTATED_BY_HAND);
    return secret;
  };
  return {
    temporal: add("TemporalSecret", "temporal", "JSON with TEMPORAL_API_KEY", false),
    providers: add("ProviderSecret", "providers", "JSON with the providers' keys, such as OPENAI_API_KEY", false),
    service: add(
      "ServiceSecret",
      "service",
      "JSON with PARLEY_SECRET, and PAYLOAD_KEY if payloads are encrypted",
      true,
    ),
  };
}

const ROTATED_BY_HAND =
  "Temporal and the model providers issue their keys on their own pages and have no rotation that AWS could call; " +
  "PARLEY_SECRET signs cursors that clients hold. infra/README.md says how each is rotated.";

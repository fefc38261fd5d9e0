/** The bucket of the bytes of files: encrypted, closed to the public, and reached over TLS alone. */
import { Duration, Stack } from "aws-cdk-lib";
import type { IRole } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { acknowledge, removalOf } from "./rules.ts";
import type { Stage } from "./stages.ts";

export function addBucket(stack: Stack, { stage, key }: { stage: Stage; key: Key }): Bucket {
  const bucket = new Bucket(stack, "Files", {
    encryption: BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    lifecycleRules: [{ abortIncompleteMultipartUploadAfter: Duration.days(1) }],
    removalPolicy: removalOf(stage),
  });
  acknowledge(bucket, "AwsSolutions-S1", LOGGED_BY_THE_API);
  return bucket;
}

/** Acknowledges that a role reaches all files. */
export function acknowledgeFiles(role: IRole, bucket: Bucket): void {
  acknowledge(role, `AwsSolutions-IAM5[Resource::${arnIn(Stack.of(role), bucket)}/${OBJECTS}]`, ALL_FILES);
}

/** The bucket as a finding names it: by its own stack's reference, or by what that stack exports to another. */
function arnIn(stack: Stack, bucket: Bucket): string {
  const own = Stack.of(bucket);
  if (stack === own) return `<${own.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>`;
  const exported = own.resolve(own.exportValue(bucket.bucketArn)) as { "Fn::ImportValue": string };
  return exported["Fn::ImportValue"];
}

/** Objects of files: an object's key is its tenant and its file. */
export const OBJECTS = "*/file-*";

const ALL_FILES =
  "Every process serves all tenants, and each file is an object. The processes check the tenant themselves.";

const LOGGED_BY_THE_API =
  "Only Parley's own functions reach the objects, and the API logs each request for a file; a log of the bucket would " +
  "repeat that in a second bucket.";

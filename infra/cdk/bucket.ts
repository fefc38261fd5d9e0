/** The bucket of the bytes of files: encrypted, closed to the public, and reached over TLS alone. */
import { Duration, type Stack } from "aws-cdk-lib";
import type { Key } from "aws-cdk-lib/aws-kms";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { acknowledge, removalOf } from "./rules/rules.ts";
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

const LOGGED_BY_THE_API =
  "Only Parley's own functions reach the objects, and the API logs each request for a file; a log of the bucket would " +
  "repeat that in a second bucket.";

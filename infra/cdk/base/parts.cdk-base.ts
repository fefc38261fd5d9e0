import type { Table } from "aws-cdk-lib/aws-dynamodb";
import type { Key } from "aws-cdk-lib/aws-kms";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { Secrets } from "./secrets.cdk-base.ts";
import type { Stage } from "./stages.ts";

/** What the parts of a stack share. */
export interface Parts {
  stage: Stage;
  key: Key;
  table: Table;
  /** Has the bytes of files. */
  bucket: Bucket;
  secrets: Secrets;
  /** Folders built by `npm run infra:build`. */
  packages: { api: string; worker: string };
  /** The version of the workers' code, as Temporal knows it. */
  build: string;
}

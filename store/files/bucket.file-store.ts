/** Bytes of files in a bucket of S3, or of a server that speaks its protocol. */
import type { S3Client } from "@aws-sdk/client-s3";
import type { OfFile } from "../../domain/play/records/files.record.ts";
import { piece } from "../../domain/play/records/keys.record.ts";
import { type AwsPlace, clientOf } from "../base/aws.ts";
import { attempt } from "../base/faults.store.ts";
import type { Originals } from "./originals.ts";

export interface BucketOptions extends AwsPlace {
  bucket: string;
}

/** Of one request: 20 MiB take their time on a slow line. */
const REQUEST_MS = 20_000;

/** Of a file that was taken without the bucket, `table` has the bytes. */
export function createBucketOriginals({ bucket: Bucket, ...place }: BucketOptions, table: Originals): Originals {
  let opened: Promise<Awaited<ReturnType<typeof open>>> | undefined;
  const reach = () => (opened ??= open(place));
  const at = (file: OfFile) => ({ Bucket, Key: keyOf(file) });
  return {
    put: (file, bytes) =>
      attempt(async () => {
        const { client, s3 } = await reach();
        await client.send(new s3.PutObjectCommand({ ...at(file), Body: bytes }));
        return 0;
      }),
    get: (file, parts) => {
      if (parts > 0) return table.get(file, parts);
      return attempt(async () => {
        const { client, s3 } = await reach();
        const { Body } = await client.send(new s3.GetObjectCommand(at(file)));
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      });
    },
    remove: (file) =>
      attempt(async () => {
        const { client, s3 } = await reach();
        await client.send(new s3.DeleteObjectCommand(at(file)));
      }),
    close: () => void opened?.then(({ client }) => client.destroy()),
  };
}

/** Loaded where there is a bucket alone. Other servers than AWS have the bucket in the path. */
async function open(place: AwsPlace) {
  const s3 = await import("@aws-sdk/client-s3");
  const client: S3Client = new s3.S3Client({ ...clientOf(place, REQUEST_MS), forcePathStyle: place.endpoint !== null });
  return { client, s3 };
}

/** Some servers read a tenant `..` as a folder. */
function keyOf({ tenant, fileId }: OfFile): string {
  return `${piece(tenant).replaceAll(".", "%2E")}/${piece(fileId)}`;
}

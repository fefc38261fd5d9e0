/** A tenant's files: the list of them, and beside it their passages and bytes, each in chunks below an item's limit. */
import type { PassageText } from "../../shapes/files/passage.files.ts";
import type { FileInfo } from "../../shapes/schemas/file.schema.ts";
import { piece, requireShort, six, tenantKey } from "./keys.record.ts";
import { type Kind, kindOfVectors } from "./kind.ts";

export interface OfFile {
  tenant: string;
  fileId: string;
}

/** A file as its list has it. */
export interface StoredFile extends FileInfo {
  /** The first and the last page of each chunk of passages: a page is read without the others. */
  chunks: readonly (readonly [first: number, last: number])[];
  /** Parts of its bytes in the table; 0: they are elsewhere. */
  parts: number;
}

export interface PassageChunk {
  chunk: number;
  /** `n` of its first passage. */
  first: number;
  passages: readonly PassageText[];
}

const fileKey = ({ id }: { id: string }) => requireShort(`FILE#${piece(id)}`, { name: "file", as: "sort" });

/** Newest first. Put last of all that a file has, and removed first. */
export const FILES: Kind<StoredFile, { id: string }, { after?: string | undefined }, { tenant: string }> = {
  name: "file",
  partition: ({ tenant }) => `${tenantKey(tenant)}#FILES`,
  key: fileKey,
  range: ({ after }) => ({ prefix: "FILE#", start: after === undefined ? undefined : { SK: fileKey({ id: after }) } }),
  newestFirst: true,
  replaces: () => true,
};

export function filePartition({ tenant, fileId }: OfFile): string {
  return requireShort(`${tenantKey(tenant)}#FILE#${piece(fileId)}`, { name: "file", as: "partition" });
}

/** `count`: how many chunks the file has. */
export const PASSAGE_CHUNKS: Kind<PassageChunk, { chunk: number }, { count: number }, OfFile> = {
  name: "file's passages",
  partition: filePartition,
  key: ({ chunk }) => `PASSAGES#${six(chunk)}`,
  range: ({ count }) => ({ prefix: "PASSAGES#", count }),
};

/** Of all passages of a file that was searched by meaning. */
export const PASSAGE_VECTORS = kindOfVectors("passage", filePartition);

export interface BytesPart {
  part: number;
  bytes: Uint8Array;
}

export const FILE_BYTES: Kind<BytesPart, { part: number }, object, OfFile> = {
  name: "file's bytes",
  partition: filePartition,
  key: ({ part }) => `BYTES#${six(part)}`,
  range: () => ({ prefix: "BYTES#" }),
  pack: ({ part, bytes }) => ({ part, bytes }),
  unpack: ({ part, bytes }) => ({ part, bytes }) as BytesPart,
};

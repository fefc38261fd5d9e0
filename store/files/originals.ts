/** Where the bytes of files are kept: in the table, in parts below an item's limit, or in a bucket. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { FILE_BYTES, type OfFile } from "../../domain/play/records/files.record.ts";
import type { RecordStore } from "../port/records.port.ts";
import { inTurn } from "../table/in-turn.ts";

/** Bytes. An item has at most 400 KB. */
export const PART_BYTES = 290_000;

export interface Originals {
  /** Returns the parts that the table has; 0: none. */
  put(file: OfFile, bytes: Uint8Array): Promise<number>;
  get(file: OfFile, parts: number): Promise<Uint8Array>;
  /** Parts in the table go with the file's other items. */
  remove(file: OfFile): Promise<void>;
  close(): void;
}

export function createTableOriginals(records: RecordStore): Originals {
  return {
    async put(file, bytes) {
      const parts = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) => ({
        part: i + 1,
        bytes: bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES),
      }));
      await inTurn(parts, (part) => records.put(file, FILE_BYTES, part));
      return parts.length;
    },
    async get(file, count) {
      if (count === 0) throw new ParleyError("internal", "the file's bytes are in a bucket: FILES_BUCKET names it");
      const parts = await records.list(file, FILE_BYTES, {});
      return Buffer.concat(parts.map(({ bytes }) => bytes));
    },
    remove: async () => {},
    close() {},
  };
}

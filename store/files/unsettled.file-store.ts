/**
 * Files that are being put or removed, over all tenants. An entry is written before a file's first item and removed after
 * the last step, so what a process that died has left behind is found.
 */
import { filePartition, type OfFile } from "../../domain/play/records/files.record.ts";
import type { ItemPlace } from "../port/upkeep.ts";
import { partition } from "../table/queries.ts";
import type { Table } from "../table/table.ts";

const PK = "UNSETTLED";

export interface UnsettledFile extends OfFile {
  /** Milliseconds since 1970. */
  begunAt: number;
}

export function createUnsettled(table: Table) {
  return {
    begin: (file: OfFile) =>
      table.put({ PK, SK: filePartition(file), tenant: file.tenant, id: file.fileId, begunAt: Date.now() }),
    end: (file: OfFile) => table.remove({ PK, SK: filePartition(file) }),
    async list({ after, limit }: { after: ItemPlace | null; limit: number }) {
      const start = after && { ExclusiveStartKey: { PK: after.PK, SK: after.SK } };
      const { items, last } = await table.query({ ...partition(PK), ConsistentRead: true, Limit: limit, ...start });
      const files = items.map(({ tenant, id, begunAt }) => ({ tenant, fileId: id, begunAt }) as UnsettledFile);
      return { files, next: last as ItemPlace | null };
    },
  };
}

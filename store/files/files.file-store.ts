/** Files: their entry in the tenant's list is put last and removed first, so a file that is listed is whole. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import { chunksOf, pagesOfChunk } from "../../domain/play/records/chunks.ts";
import {
  FILES,
  filePartition,
  type OfFile,
  PASSAGE_CHUNKS,
  type StoredFile,
} from "../../domain/play/records/files.record.ts";
import type { FilePassage } from "../../domain/shapes/files/passage.files.ts";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import type { FileStore } from "../port/files.port.ts";
import type { RecordStore } from "../port/records.port.ts";
import type { ItemPlace, Upkeep } from "../port/upkeep.ts";
import type { Cache } from "../table/cache.ts";
import { inTurn } from "../table/in-turn.ts";
import { partition } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import type { Originals } from "./originals.ts";

const PK = "UNSETTLED";

interface UnsettledFile extends OfFile {
  /** Milliseconds since 1970. */
  begunAt: number;
}

/**
 * Files that are being put or removed, over all tenants. An entry is written before a file's first item and removed after
 * the last step, so what a process that died has left behind is found.
 */
function createUnsettled(table: Table) {
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

interface Parts {
  table: Table;
  cache: Cache;
  records: RecordStore;
  originals: Originals;
}

/** Milliseconds. Putting a file ends long before the sweep looks at it. */
const LONGEST_PUT_MS = 600_000;
const UNSETTLED_MS = 3_600_000;

export interface Files {
  files: FileStore;
  settle: Upkeep["settleFiles"];
}

export function createFiles({ table, cache, records, originals }: Parts): Files {
  const unsettled = createUnsettled(table);
  const stored = (tenant: string, id: string) => records.get({ tenant }, FILES, { id });

  async function clear(file: OfFile): Promise<void> {
    const place = filePartition(file);
    await originals.remove(file);
    await table.removeAll(place);
    cache.deletePartition(place);
  }

  async function drop(file: OfFile): Promise<void> {
    await clear(file);
    await unsettled.end(file);
  }

  /** Off the list first. A put whose answer was lost may have listed it. */
  async function takeBack(file: OfFile): Promise<void> {
    await records.remove({ tenant: file.tenant }, FILES, { id: file.fileId });
    await drop(file);
  }

  async function settleOne(file: UnsettledFile): Promise<void> {
    if (await stored(file.tenant, file.fileId)) await unsettled.end(file);
    else await drop(file);
  }

  async function passagesOf(tenant: string, fileId: string): Promise<FilePassage[]> {
    const file = await stored(tenant, fileId);
    if (!file || file.chunks.length === 0) return [];
    const chunks = await records.list({ tenant, fileId }, PASSAGE_CHUNKS, { count: file.chunks.length });
    return chunks.flatMap(({ first, passages }) =>
      passages.map(([page, text], i) => ({ fileId, n: first + i, page, text })),
    );
  }

  const files: FileStore = {
    async put(tenant, { file, original, passages }) {
      const place = { tenant, fileId: file.id };
      const chunks = chunksOf(passages);
      const begunAt = Date.now();
      await unsettled.begin(place);
      try {
        await inTurn(chunks, (chunk) => records.put(place, PASSAGE_CHUNKS, chunk));
        const parts = await originals.put(place, original);
        if (Date.now() - begunAt > LONGEST_PUT_MS)
          throw new ParleyError("unavailable", "storing the file took too long: repeat the request");
        const whole = { ...file, passages: passages.length, chunks: chunks.map(pagesOfChunk), parts };
        await records.put({ tenant }, FILES, whole);
        // The file is whole: the sweep ends what cannot be ended here.
        await unsettled.end(place).catch(() => {});
        return infoOf(whole);
      } catch (error) {
        // What cannot be taken back here is left to the sweep. The first fault is the one to report.
        await takeBack(place).catch(() => {});
        throw error;
      }
    },

    async get(tenant, id) {
      const file = await stored(tenant, id);
      return file && infoOf(file);
    },

    async list({ tenant, limit, after }) {
      const { values, isEnd } = await records.page({ tenant }, FILES, { limit, after });
      return { items: values.map(infoOf), next: isEnd ? null : (values.at(-1)?.id ?? null) };
    },

    async page(tenant, id, n) {
      const file = await stored(tenant, id);
      if (!file || n < 1 || n > (file.pages ?? 1)) return null;
      const holding = file.chunks.flatMap(([first, last], i) => (first <= n && n <= last ? [i + 1] : []));
      const chunks = await Promise.all(
        holding.map((chunk) => records.get({ tenant, fileId: id }, PASSAGE_CHUNKS, { chunk })),
      );
      // The file was removed in the meantime.
      if (chunks.includes(null)) return null;
      const passages = chunks.flatMap((chunk) => chunk?.passages ?? []);
      return { fileId: id, n, text: passages.flatMap(([page, text]) => (page === n ? [text] : [])).join("") };
    },

    async passages(tenant, ids) {
      const all: FilePassage[] = [];
      for (const id of new Set(ids)) all.push(...(await passagesOf(tenant, id)));
      return all;
    },

    async original(tenant, id) {
      const file = await stored(tenant, id);
      return file && originals.get({ tenant, fileId: id }, file.parts);
    },

    async remove(tenant, id) {
      if (!(await stored(tenant, id))) return false;
      const place = { tenant, fileId: id };
      await unsettled.begin(place);
      await takeBack(place);
      return true;
    },
  };

  return {
    files,
    async settle({ after, limit, at }) {
      const page = await unsettled.list({ after, limit });
      const due = page.files.filter(({ begunAt }) => at - begunAt >= UNSETTLED_MS);
      let failed = 0;
      const settleDue = (file: UnsettledFile) =>
        settleOne(file).catch(() => {
          failed += 1;
        });
      await inTurn(due, settleDue);
      return { settled: due.length - failed, failed, next: page.next };
    },
  };
}

function infoOf(stored: StoredFile): FileInfo {
  const { chunks: _chunks, parts: _parts, ...info } = stored;
  return info;
}

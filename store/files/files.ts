/** Files: their entry in the tenant's list is put last and removed first, so a file that is listed is whole. */
import { chunksOf, pagesOfChunk } from "../../domain/files/chunks.ts";
import type { FilePassage } from "../../domain/files/passage.ts";
import { FILES, filePartition, type OfFile, PASSAGE_CHUNKS, type StoredFile } from "../../domain/records/files.ts";
import type { FileInfo } from "../../domain/schemas/file.ts";
import type { FileStore } from "../port/files.ts";
import type { RecordStore } from "../port/records.ts";
import type { Cache } from "../table/cache.ts";
import { inTurn } from "../table/in-turn.ts";
import type { Table } from "../table/table.ts";
import type { Originals } from "./originals.ts";

interface Parts {
  table: Table;
  cache: Cache;
  records: RecordStore;
  originals: Originals;
}

export function createFiles({ table, cache, records, originals }: Parts): FileStore {
  const stored = (tenant: string, id: string) => records.get({ tenant }, FILES, { id });

  async function clear(file: OfFile): Promise<void> {
    const partition = filePartition(file);
    await originals.remove(file);
    await table.removeAll(partition);
    cache.deletePartition(partition);
  }

  async function passagesOf(tenant: string, fileId: string): Promise<FilePassage[]> {
    const file = await stored(tenant, fileId);
    if (!file || file.chunks.length === 0) return [];
    const chunks = await records.list({ tenant, fileId }, PASSAGE_CHUNKS, { count: file.chunks.length });
    return chunks.flatMap(({ first, passages }) =>
      passages.map(([page, text], i) => ({ fileId, n: first + i, page, text })),
    );
  }

  return {
    async put(tenant, { file, original, passages }) {
      const place = { tenant, fileId: file.id };
      const chunks = chunksOf(passages);
      try {
        await inTurn(chunks, (chunk) => records.put(place, PASSAGE_CHUNKS, chunk));
        const parts = await originals.put(place, original);
        const whole = { ...file, passages: passages.length, chunks: chunks.map(pagesOfChunk), parts };
        await records.put({ tenant }, FILES, whole);
        return infoOf(whole);
      } catch (error) {
        // Nothing lists these items. If they cannot be removed either, the first fault is the one to report.
        await clear(place).catch(() => {});
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
      const file = await stored(tenant, id);
      if (file) await records.remove({ tenant }, FILES, { id });
      await clear({ tenant, fileId: id });
      return file !== null;
    },
  };
}

function infoOf(stored: StoredFile): FileInfo {
  const { chunks: _chunks, parts: _parts, ...info } = stored;
  return info;
}

/** A tenant's files: what was read in them, and their bytes. */
import type { FilePassage, PassageText } from "../../domain/shapes/files/passage.files.ts";
import type { FileInfo, FilePage } from "../../domain/shapes/schemas/file.schema.ts";

interface NewFile {
  /** Without `passages`, which are counted. */
  file: Omit<FileInfo, "passages">;
  original: Uint8Array;
  /** In their order. */
  passages: readonly PassageText[];
}

export interface FileStore {
  /** Stores a file whole or not at all, and returns it. */
  put(tenant: string, file: NewFile): Promise<FileInfo>;
  /** null also for another tenant's file. */
  get(tenant: string, id: string): Promise<FileInfo | null>;
  /** Newest first. `next` is null at the end; `after` is the `next` of the page before. */
  list(input: { tenant: string; limit: number; after?: string }): Promise<{ items: FileInfo[]; next: string | null }>;
  /** Reads no more of the file than the page. null when there is no such file or page. */
  page(tenant: string, id: string, n: number): Promise<FilePage | null>;
  /** Of all these files, file by file, each in its order. Files that are gone have none. */
  passages(tenant: string, ids: readonly string[]): Promise<FilePassage[]>;
  /** The bytes as they were handed in; null when there is no such file. */
  original(tenant: string, id: string): Promise<Uint8Array | null>;
  /** Removes a file with everything of it. May be repeated; false when there is none. */
  remove(tenant: string, id: string): Promise<boolean>;
}

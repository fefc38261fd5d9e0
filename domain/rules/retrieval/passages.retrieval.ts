/** Passages of files, as a search finds them. */
import type { FilePassage } from "../../shapes/files/passage.files.ts";
import type { Payer } from "../../shapes/payer.ts";
import type { SearchMethod } from "./document.retrieval.ts";

export interface PassageSearch {
  /** The nearest first. Files that are gone have no passages. */
  search(
    input: Payer & {
      /** Ids of files. */
      from: readonly string[];
      query: string;
      topK: number;
      signal?: AbortSignal;
    },
  ): Promise<{ method: SearchMethod; items: (FilePassage & { score: number })[] }>;
  /** Removes what an index outside the store keeps of a file. Throws `unavailable` if the index does not answer. */
  forget(file: { tenant: string; fileId: string }): Promise<void>;
}

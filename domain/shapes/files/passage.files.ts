/** A part of a page's text, as it is found and quoted. The passages of a page in their order are its whole text. */

/** Characters of a passage. */
export const LONGEST_PASSAGE = 4_000;
/** Passages in all files of `retrieval.from`, so in one file too. A search keeps an index of them. */
export const MOST_PASSAGES = 12_000;

/** A passage in its file: the page's number from 1, and the text. */
export type PassageText = readonly [page: number, text: string];

export interface FilePassage {
  fileId: string;
  /** Its place in the file, from 1. */
  n: number;
  /** The page that it stands on, from 1. */
  page: number;
  text: string;
}

/** `file-…#12`: the same for the same file forever. */
export function passageId({ fileId, n }: Pick<FilePassage, "fileId" | "n">): string {
  return `${fileId}#${n}`;
}

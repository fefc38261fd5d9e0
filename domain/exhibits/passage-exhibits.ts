/** Passages of a file as exhibits, before they have numbers. */
import type { FilePassage } from "../files/passage.ts";
import type { Exhibit } from "../schemas/exhibit.ts";
import type { FileInfo } from "../schemas/file.ts";

export type Unnumbered = Omit<Exhibit, "id">;

const LONGEST_NAME = 60;

/** `all`: the passages of the file, or of one of its pages at least. Blank ones are left out. */
export function passageExhibits(
  file: Pick<FileInfo, "id" | "name" | "pages">,
  all: readonly FilePassage[],
): Unnumbered[] {
  const onPage = new Map<number, number>();
  return all.flatMap(({ page, text }) => {
    const place = (onPage.get(page) ?? 0) + 1;
    onPage.set(page, place);
    return text.trim() === "" ? [] : [passageExhibit(file, { page, place, text })];
  });
}

/** `place`: which of its page's passages it is, from 1. */
export function passageExhibit(
  { id, name, pages }: Pick<FileInfo, "id" | "name" | "pages">,
  { page, place, text }: { page: number; place: number; text: string },
): Unnumbered {
  const title = `${nameIn(name)}${pages === undefined ? "" : `, p. ${page}`}${place > 1 ? ` (${place})` : ""}`;
  return { title, text: text.trim(), file: id, ...(pages !== undefined && { page }) };
}

/** A title is one line without angle brackets, and no longer than it can be read. */
function nameIn(name: string): string {
  const line = name.replaceAll(/[<>]/g, "").trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}

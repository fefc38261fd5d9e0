/** Passages of a file, and images, as exhibits, before they have numbers. */
import type { FilePassage } from "../../shapes/files/passage.files.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { FileInfo } from "../../shapes/schemas/file.schema.ts";

export type Unnumbered = Omit<Exhibit, "id">;

const LONGEST_NAME = 60;

/** null: it is blank. */
export function passageExhibit(
  { id, name, language, pages }: Pick<FileInfo, "id" | "name" | "language" | "pages">,
  { n, page, text }: FilePassage,
): Unnumbered | null {
  if (text.trim() === "") return null;
  const isPaged = pages !== undefined;
  const title = `${nameIn(name)}${language === undefined ? "" : ` (${language})`}, ${isPaged ? `p. ${page}` : `passage ${n}`}`;
  return { title, text: text.trim(), file: id, ...(isPaged && { page }) };
}

/** null: what it shows was not read. */
export function imageExhibit({ id, name, image }: Pick<FileInfo, "id" | "name" | "image">): Unnumbered | null {
  if (!image) return null;
  return { title: nameIn(name), text: `An image of ${image.width} × ${image.height} pixels.`, file: id, image };
}

/** A title is one line without angle brackets, and no longer than it can be read. */
function nameIn(name: string): string {
  const line = name.replaceAll(/[<>]/g, "").trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME - 1).toWellFormed()}…`;
}

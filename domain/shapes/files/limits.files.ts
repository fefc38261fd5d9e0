/** What one file may contain. Each refusal says which limit it is. */
import { ParleyError } from "../../base/errors.base.ts";
import { MOST_PASSAGES } from "./passage.files.ts";

/** Characters of text, over all pages. */
const MOST_CHARACTERS = 40_000_000;
export const MOST_PAGES = 10_000;
/** Of elements in a page of HTML, and of objects and lists in JSON. */
export const DEEPEST = 500;
export const LONGEST_NAME = 255;

/**
 * The problem of a file that is refused; `detail` says why.
 *
 * @example
 * unreadable("is empty").message // → "the file cannot be taken: it is empty"
 */
export function unreadable(detail: string): ParleyError {
  const errors = [{ pointer: "/file", detail }];
  return new ParleyError("invalid-request", `the file cannot be taken: it ${detail}`, { errors });
}

/** Throws for a text that is too long. */
export function requireCharacters(characters: number): void {
  if (characters > MOST_CHARACTERS) throw unreadable(`has more than ${MOST_CHARACTERS} characters of text`);
}

/** Throws for more passages than `retrieval.from` takes of one file. */
export function requirePassages(passages: number): void {
  if (passages <= MOST_PASSAGES) return;
  throw unreadable(
    `has ${passages} passages of text, and may have ${MOST_PASSAGES}: hand in its pages in parts, such as a file for each half`,
  );
}

/** Path separators, and characters that no line of text has. */
const FOLDERS = /^.*[\\/]/s;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A file's own name, without folders and invisible characters. Throws for one that is blank or too long. */
export function nameOfFile(given: string): string {
  const name = given.toWellFormed().replace(FOLDERS, "").replaceAll(INVISIBLE, "").trim();
  if (name !== "" && name.length <= LONGEST_NAME) return name;
  throw new ParleyError("invalid-request", "the file's name is not valid", {
    errors: [{ pointer: "/name", detail: `must be 1 to ${LONGEST_NAME} visible characters` }],
  });
}

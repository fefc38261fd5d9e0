/** Makes untrusted text of models safe for the terminal. */

import { stripVTControlCharacters, styleText } from "node:util";
import { oneLine } from "../../../domain/base/text/text.ts";

/** C0 and C1 controls except line feed and tab, line separators, and bidirectional controls. */
// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/g;

/** Removes everything that could move the cursor, change colours or titles, or disguise text. */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replaceAll(UNSAFE, "");
}

/** On one line, for names and messages. */
export function plainLine(text: string): string {
  return oneLine(plain(text));
}

/** At most so many characters, with an ellipsis if something is cut. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

export type Style = (kind: "bold" | "dim" | "cyan" | "yellow", text: string) => string;

/** Colours only on a terminal that supports them, and not with `NO_COLOR`. */
export function styleFor(stream: NodeJS.WriteStream): Style {
  return (kind, text) => styleText(kind, text, { stream, validateStream: true });
}

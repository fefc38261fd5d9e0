/** What may be printed: text of models is not trusted with the terminal. */
import { stripVTControlCharacters, styleText } from "node:util";

/** Everything but line feed and tab: the C0 and C1 controls, and the marks that turn the direction of text around. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/g;

/** The text without anything that could move the cursor, change colours or titles, or disguise what stands there. */
export function plain(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replaceAll(UNSAFE, "");
}

/** For one-line places: names, messages. */
export function plainLine(text: string): string {
  return plain(text).replaceAll(/\s+/g, " ").trim();
}

export type Style = (kind: "bold" | "dim" | "cyan" | "yellow", text: string) => string;

/** Colours on a terminal only, and not when `NO_COLOR` or the terminal says no. */
export function styleFor(stream: NodeJS.WriteStream): Style {
  return (kind, text) => styleText(kind, text, { stream, validateStream: true });
}

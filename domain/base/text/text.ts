/**
 * Bytes in UTF-8.
 *
 * @example
 * bytesOf("é") // → 2
 */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/**
 * The longest prefix of whole characters within `limit` bytes of UTF-8.
 *
 * @example
 * firstBytes("aé", 2) // → "a"
 */
export function firstBytes(text: string, limit: number): string {
  let bytes = 0;
  let end = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > limit) break;
    end += char.length;
  }
  return text.slice(0, end);
}

/** Without breaks and runs of blanks. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/**
 * One line: white space folded, cut with an ellipsis after `limit` characters.
 *
 * @example
 * preview("one\n two  three", 9) // → "one two …"
 */
export function preview(text: string, limit: number): string {
  const line = oneLine(text);
  const chars = Array.from(line.slice(0, 2 * limit + 2));
  return chars.length <= limit ? line : `${chars.slice(0, limit - 1).join("")}…`;
}

/** Half-width letters that become marks count as marks. */
const MANY_MARKS = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;
/** Prevents sorting across it. */
const JOINER = "\u034f";

/**
 * NFKC in linear time. Sorting combining marks is quadratic (20,000 marks: 1 s), so runs are cut after 30 (UAX #15,
 * "Stream-Safe Text Format").
 */
export function nfkc(text: string): string {
  return text.replaceAll(MANY_MARKS, `$&${JOINER}`).normalize("NFKC");
}

/**
 * The address without the slashes at its end.
 *
 * @example
 * withoutLastSlash("https://parley.test//") // → "https://parley.test"
 */
export function withoutLastSlash(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === "/") end--;
  return address.slice(0, end);
}

/**
 * "1 turn", "2 turns", "1,200 turns".
 *
 * @example
 * plural(1200, "turn") // → "1,200 turns"
 */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Foreign text on one line of Markdown, for Temporal's UI: no markup takes effect. */
export function escapeMarkdown(text: string, limit = 300): string {
  return preview(text, limit).replaceAll(/[\\`*_{}[\]()#+!|<>~]/g, (mark) => `\\${mark}`);
}

/** Like `replaceAll` with a function, but linear: V8's own is not for 100,000 matches and more. */
export function replaceEach(text: string, pattern: RegExp, by: (found: string, at: number) => string): string {
  let done = "";
  let from = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const other = by(found, index);
    if (other === found) continue;
    done += text.slice(from, index) + other;
    from = index + found.length;
  }
  return from === 0 && done === "" ? text : done + text.slice(from);
}

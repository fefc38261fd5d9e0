/** The longest prefix of whole characters within `limit` bytes of UTF-8. */
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

/** One line for people: white space folded, cut with an ellipsis after `limit` characters. */
export function preview(text: string, limit: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const chars = Array.from(line);
  return chars.length <= limit ? line : `${chars.slice(0, limit - 1).join("")}…`;
}

/** Text of users and models on one line of Markdown, as the Temporal UI renders it: no markup of theirs takes effect. */
export function escapeMarkdown(text: string, limit = 300): string {
  return preview(text, limit).replaceAll(/[\\`*_{}[\]()#+!|<>~]/g, (mark) => `\\${mark}`);
}

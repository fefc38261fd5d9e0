/**
 * Makes foreign text safe in a Markdown report: paragraphs, lists and emphasis stay; headings, HTML, images, links and
 * table rows do not take effect.
 */

/** Renders a block quote. Ends without a line break. */
export function quote(text: string): string {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => `> ${tameLine(line)}`.trimEnd()).join("\n");
}

/** Renders a block of code. Its marks are longer than any in the text. */
export function code(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}

/** Inline text without Markdown. Blanks at its ends stay. */
export function escaped(text: string): string {
  return noHtml(text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]#!|~]/g, "\\$&"));
}

/** Prevents an escaped line from becoming a list, quotation or underline. */
export function oneLine(words: string): string {
  const flat = words.trim();
  return flat.replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2").replace(/^[-+=>]/, "\\$&");
}

/** A single line without Markdown. */
export function inline(text: string): string {
  return oneLine(escaped(text));
}

/** Bars become entities: no renderer takes those for the end of a cell. */
export function cell(value: string | number): string {
  return typeof value === "number" ? String(value) : inline(value).replaceAll("\\|", "&#124;");
}

export function table(head: (string | number)[], rows: (string | number)[][]): string {
  const row = (cells: (string | number)[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [row(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(row)].join("\n");
}

/** A link within the report. Brackets become entities: some renderers take an escaped one for the end of the words. */
export function link(words: string, heading: string): string {
  const text = escaped(words).replaceAll("\\[", "&#91;").replaceAll("\\]", "&#93;");
  return `[${text}](#${anchorOf(heading)})`;
}

/** The anchor that renderers give a heading, as GitHub does. */
export function anchorOf(heading: string): string {
  const words = heading.trim().toLowerCase();
  return words.replaceAll(/\s+/g, "-").replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}-]/gu, "");
}

/** What may precede a heading: nested quotes and list items. */
const CONTAINERS = /^((?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)/;

function tameLine(line: string): string {
  const lead = CONTAINERS.exec(line)?.[0] ?? "";
  return noLinks(noHtml(noHeading(line, lead)));
}

/** A line of `=` or `-` would turn the line above it into a heading. */
function noHeading(line: string, lead: string): string {
  const rest = line.slice(lead.length);
  if (rest.startsWith("#")) return `${lead}\\${rest}`;
  const underline = /^([\s>]*)([-=]+\s*)$/.exec(line);
  return underline ? `${underline[1]}\\${underline[2]}` : line;
}

function noHtml(text: string): string {
  return text.replaceAll(/&(?=#?\w+;)/g, "&amp;").replaceAll("<", "&lt;");
}

/**
 * Images would be fetched, and links could lead anywhere. Entities, because a preceding backslash could undo a
 * backslash.
 */
function noLinks(text: string): string {
  return text.replaceAll("![", "!&#91;").replaceAll(/\](?=[([:])/g, "&#93;");
}

/**
 * Text of models and owners, made fit to stand in a Markdown report: it keeps its paragraphs, lists and emphasis, but
 * makes no heading, no HTML, no image, no link and no table row of its own.
 */

/** A text of several lines as a block quote. Ends without a line break. */
export function quote(text: string): string {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return lines.map((line) => `> ${tameLine(line)}`.trimEnd()).join("\n");
}

/** A text as one line in which nothing is Markdown. */
export function inline(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, " ");
  const escaped = flat.replaceAll(/[\\`*_[\]#!|~]/g, "\\$&").replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2");
  return noHtml(escaped.replace(/^[-+=>]/, "\\$&"));
}

/** One cell: a bar is written as an entity, which no renderer takes for the end of a cell. */
export function cell(value: string | number): string {
  return typeof value === "number" ? String(value) : inline(value).replaceAll("\\|", "&#124;");
}

export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

export function list(items: string[]): string {
  return items.map((item) => `- ${inline(item)}`).join("\n");
}

/** Marks before which a heading may stand: quotes and list items, however deep. */
const CONTAINERS = /^((?:[\s>]|[-*+](?=\s)|\d{1,9}[.)](?=\s))*)/;

function tameLine(line: string): string {
  const lead = CONTAINERS.exec(line)?.[0] ?? "";
  return noLinks(noHtml(noHeading(line, lead)));
}

/** A line of `=` or `-` would make a heading of the line above it. */
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
 * Images would be fetched; links and link definitions could lead anywhere. Entities, because a backslash could be
 * undone by one that stands before it.
 */
function noLinks(text: string): string {
  return text.replaceAll("![", "!&#91;").replaceAll(/\](?=[([:])/g, "&#93;");
}

/**
 * A report as a flat list of blocks, rendered as Markdown or HTML. Each renderer escapes every text. Foreign text
 * (`said`) is separate from our own words, so that a page can style it.
 */
export type Span = { said: string } | { own: string; as?: "strong" | "em" } | Link;

/** Leads to another part of the report: by its id in HTML, by its heading in Markdown. */
interface Link {
  link: string;
  id: string;
  heading: Span[];
}

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3 | 4; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  /** Foreign text, in paragraphs. */
  | { kind: "quote"; text: string }
  /** Foreign text as it is, such as JSON. */
  | { kind: "code"; text: string }
  /** Text in cells and items counts as foreign. */
  | { kind: "table"; head: string[]; rows: (string | number)[][] }
  | { kind: "list"; items: (string | Span[])[] };

export const said = (text: string): Span => ({ said: text });
export const strong = (text: string): Span => ({ own: text, as: "strong" });
export const em = (text: string): Span => ({ own: text, as: "em" });

type Words = (string | Span)[];

/** Plain strings are our own words. */
export function heading(level: 1 | 2 | 3 | 4, ...words: Words): Block {
  return { kind: "heading", level, spans: words.map(spanOf) };
}

export function paragraph(...words: Words): Block {
  return { kind: "paragraph", spans: words.map(spanOf) };
}

export function quote(text: string): Block {
  return { kind: "quote", text };
}

export function code(text: string): Block {
  return { kind: "code", text };
}

export function table(head: string[], rows: (string | number)[][]): Block {
  return { kind: "table", head, rows };
}

export function list(items: (string | Span[])[]): Block {
  return { kind: "list", items };
}

/** Spans with a separator between them. */
export function joined(spans: Span[], separator = ", "): Span[] {
  return spans.flatMap((span, i) => (i === 0 ? [span] : [{ own: separator }, span]));
}

function spanOf(word: string | Span): Span {
  return typeof word === "string" ? { own: word } : word;
}

export type Renderers = { [K in Block["kind"]]: (block: Extract<Block, { kind: K }>) => string };

export function renderBlock(block: Block, renderers: Renderers): string {
  return (renderers[block.kind] as (block: Block) => string)(block);
}

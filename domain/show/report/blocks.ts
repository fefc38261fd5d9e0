import { percent } from "../../base/words/figures.words.ts";

/**
 * What a debate came to, as blocks: reports, pages and the terminal render them and decide nothing. Each renderer escapes
 * every text. Foreign text (`said`) is separate from our own words, so that a page can style it. Browsers get this file too.
 */
export type Span = { said: string; who?: string; isName?: true } | { own: string; as?: "strong" | "em" } | Link;

/** Leads to another part of the report: by its id in HTML, by its heading in Markdown. */
interface Link {
  link: string;
  id: string;
  heading: Span[];
}

export type Block =
  | { kind: "heading"; level: 1 | 2 | 3 | 4; spans: Span[] }
  | { kind: "paragraph"; spans: Span[]; as?: "warn" }
  /** Foreign text, in paragraphs. `lead`: what comes first of all; `answer`: it may be in Markdown. */
  | { kind: "quote"; text: string; as?: "lead" | "answer" }
  /** Foreign text as it is, such as JSON. */
  | { kind: "code"; text: string }
  /** Text in cells and items counts as foreign. */
  | { kind: "table"; head: Cell[]; rows: Cell[][]; as?: Look }
  | { kind: "list"; items: (string | Span[])[] }
  /** Blocks that a page shows in one place, or folds below `title`; elsewhere they stand as they are. */
  | {
      kind: "group";
      as: "support" | "points" | "columns" | "part" | "fold" | "output" | "claims";
      blocks: Block[];
      title?: string;
      isOpen?: boolean;
    };

/** Also a person's name, or an answer. */
export type Cell = string | number | Said;
/** `rank`: of an answer among those of its round; `share`: of those who gave it. */
interface Said {
  said: string;
  who?: string;
  rank?: number;
  share?: number | null;
}
/** How a page draws a table: with a bar for its last number, of 100 or of 10, or with colours for its answers. */
type Look = "bars" | "tens" | "answers" | "ranking";

export const said = (text: string): Span => ({ said: text });
/** A name: in no language, unlike what is said. */
export const named = (name: string): Span => ({ said: name, isName: true });
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

export function quote(text: string, as?: "lead" | "answer"): Block {
  return { kind: "quote", text, ...(as && { as }) };
}

export function code(text: string): Block {
  return { kind: "code", text };
}

export function table(head: Cell[], rows: Cell[][], as?: Look): Block {
  return { kind: "table", head, rows, ...(as && { as }) };
}

type Group = Extract<Block, { kind: "group" }>;

export function group(as: Group["as"], blocks: Block[], folded: Pick<Group, "title" | "isOpen"> = {}): Block[] {
  return blocks.length === 0 ? [] : [{ kind: "group", as, blocks, ...folded }];
}

/** A title and its items; nothing without any. */
export function part(title: string, items: (string | Span[])[]): Block[] {
  return items.length === 0 ? [] : [heading(3, title), list(items)];
}

export function list(items: (string | Span[])[]): Block {
  return { kind: "list", items };
}

/** Spans with a separator between them. */
export function joined(spans: Span[], separator = ", "): Span[] {
  return spans.flatMap((span, i) => (i === 0 ? [span] : [{ own: separator }, span]));
}

/** A text of ours with spans in its places: `woven("found {exhibits}", { exhibits: [said("E1")] })`. */
export function woven(text: string, parts: Readonly<Record<string, Span[]>>): Span[] {
  const pieces = text.split(/\{([a-z]+)\}/i);
  return pieces.flatMap((piece, i) => (i % 2 === 1 ? (parts[piece] ?? []) : piece === "" ? [] : [{ own: piece }]));
}

function spanOf(word: string | Span): Span {
  return typeof word === "string" ? { own: word } : word;
}

/** For renderers that show no groups. */
export type Ungrouped = Exclude<Block, { kind: "group" }>;

export function ungrouped(blocks: Block[]): Ungrouped[] {
  return blocks.flatMap((block) => (block.kind === "group" ? ungrouped(block.blocks) : [block]));
}

export function cellText(cell: Cell): string | number {
  if (typeof cell !== "object") return cell;
  return cell.share === undefined ? cell.said : `${cell.said} (${percent(cell.share)})`;
}

export type Renderers<R, B extends Block = Ungrouped> = { [K in B["kind"]]: (block: Extract<B, { kind: K }>) => R };

export function renderBlock<R, B extends Block = Ungrouped>(block: B, renderers: Renderers<R, B>): R {
  return (renderers[block.kind as B["kind"]] as (block: B) => R)(block);
}

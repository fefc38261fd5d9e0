/** Markdown of the repository as HTML of the guide. */
import { Marked, type Token, type Tokens } from "marked";
import sanitize from "sanitize-html";
import { type LinkTarget, targetOf } from "./files.guide.ts";

export interface Rendered {
  title: string;
  /** Sanitised HTML of the page's body. */
  html: string;
  sections: Section[];
}

/** What stands under one heading. */
export interface Section {
  heading: string;
  /** 1 is the page's title. */
  depth: number;
  anchor: string;
  /** Without marks, links and tags. */
  text: string;
}

export interface RenderInput {
  /** Path in the repository. */
  file: string;
  markdown: string;
  files: Map<string, string>;
  /** What the glossary says of a word, by its anchor there. */
  words: ReadonlyMap<string, string>;
}

const GLOSSARY = "docs/glossary.md";

const SANITISING: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, "img"],
  allowedAttributes: {
    "*": ["id"],
    a: ["href", "rel", "class", "title", "aria-label"],
    img: ["src", "alt"],
    ol: ["start"],
    td: ["align"],
    th: ["align"],
    div: ["class", "tabindex", "role", "aria-label"],
  },
  allowedSchemes: ["http", "https"],
  allowProtocolRelative: false,
};

export function render({ file, markdown, files, words }: RenderInput): Rendered {
  const marked = new Marked({
    gfm: true,
    async: false,
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        const id = anchorOf(text);
        const link = depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`;
        return `<h${depth} id="${id}">${inner}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = targetOf(href, file, files);
        return to === null ? inner : `<a href="${to.address}"${hover(to, words)}>${inner}</a>`;
      },
      image: ({ href, text }) => `<img src="${targetOf(href, file, files)?.address ?? ""}" alt="${attribute(text)}">`,
    },
  });
  const tokens = marked.lexer(markdown);
  const clean = sanitize(marked.parser(tokens), SANITISING);
  const sections = sectionsOf(tokens);
  return { title: sections[0]?.heading ?? "Parley", html: scrolling(clean), sections };
}

/** The glossary's first sentence of each word, by the word's anchor. */
export function wordsOf(glossary: string): Map<string, string> {
  const words = sectionsOf(new Marked({ gfm: true }).lexer(glossary)).filter(({ depth }) => depth === 2);
  return new Map(words.map(({ anchor, text }) => [anchor, /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text]));
}

/** A heading's anchor, as GitHub makes it: "1.13 Judging" is `113-judging`. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll("`", "")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function sectionsOf(tokens: Token[]): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth, text } = token as Tokens.Heading;
      sections.push({ heading: wordsIn(text), depth, anchor: anchorOf(text), text: "" });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text = `${section.text} ${token.type === "html" ? "" : wordsIn(token.raw)}`.trim();
  }
  return sections;
}

/** What a reader sees of it, on one line. */
function wordsIn(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/[`*|]|-{3,}|(?<=^|\s)(?:#+|>|-)(?=\s)/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function hover({ path, anchor }: LinkTarget, words: RenderInput["words"]): string {
  const said = path === GLOSSARY ? words.get(anchor) : undefined;
  return said === undefined ? "" : ` class="term" title="${attribute(said)}"`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Lets wide tables and code scroll, also with the keyboard. */
function scrolling(clean: string): string {
  return clean
    .replaceAll("<table>", '<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
}

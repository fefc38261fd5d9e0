/** What surrounds each page of the guide: the service's pages, a search, and the list of all pages. */
import { html, raw } from "hono/html";
import { htmlDocument, type Markup } from "../http/html-document.ts";
import type { PageLink } from "../pages/navigation.pages.ts";
import { CONTENTS } from "./contents.guide.ts";
import { ADDRESS } from "./files.guide.ts";
import type { Rendered, Section } from "./render.guide.ts";
import type { Found } from "./search.guide.ts";

export interface FrameInput {
  /** Of the page; null: the search, or a page that is not there. */
  name: string | null;
  title: string;
  content: Markup;
  /** The headings of the page. */
  sections?: Section[];
  query?: string;
  /** The service's navigation. */
  pages: readonly PageLink[];
  /** By name. */
  titles: ReadonlyMap<string, string>;
  /** Addresses of the pages' style sheet and of the guide's module. */
  style: string;
  script: string;
}

export const LONGEST_QUERY = 200;

/** The page's own rules, which it alone has, stand in the pages' style sheet under `.guide`. */
export function frame({ name, title, content, sections = [], query = "", pages, titles, style, script }: FrameInput) {
  const head = html`<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>`;
  const body = html`<body class="guide">
<a class="skip" href="#content">Skip to the content</a>
<header class="masthead">
<a class="brand" href="/debates">Parley</a>
<nav aria-label="Pages">${pages.map(({ title: to, address }) => html`<a href="${address}"${address === ADDRESS ? raw(' aria-current="true"') : ""}>${to}</a> `)}</nav>
<form role="search" action="${ADDRESS}"><input type="search" name="q" value="${query}" maxlength="${LONGEST_QUERY}" required placeholder="Search the guide" aria-label="Search the guide"></form>
</header>
<a class="to-contents" href="#contents">All pages of the guide</a>
<main id="content" tabindex="-1">${content}</main>
<nav id="contents" class="contents" aria-label="Guide">
${Object.entries(CONTENTS).map(
  ([group, names]) => html`<h2>${group}</h2>
<ul>${names.flatMap((each) => (titles.has(each) ? [entry(each, titles, name, sections)] : []))}</ul>`,
)}
</nav>
</body>`;
  return htmlDocument({ title, head, body });
}

/** A page, with its parts and what is below it where one is there. */
function entry(each: string, titles: FrameInput["titles"], name: string | null, sections: Section[]): Markup {
  const isHere = each === name;
  const below =
    each.endsWith("/") && name?.startsWith(each) ? [...titles.keys()].filter((it) => isBelow(it, each)) : [];
  const parts = isHere ? sections.filter(({ depth }) => depth === 2) : [];
  const inner = html`${parts.map(({ heading, anchor }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}${below.map((it) => entry(it, titles, name, sections))}`;
  const link = html`<a href="${ADDRESS}${each}"${isHere ? raw(' aria-current="page"') : ""}>${each === "" ? "Start here" : titles.get(each)}</a>`;
  return parts.length + below.length === 0 ? html`<li>${link}</li>` : html`<li>${link}<ul>${inner}</ul></li>`;
}

function isBelow(name: string, folder: string): boolean {
  return name.startsWith(folder) && name !== folder;
}

export function pageContent({ html: body }: Pick<Rendered, "html">) {
  return html`${raw(body)}`;
}

export function searchContent(query: string, found: Found[]) {
  if (found.length === 0)
    return html`<h1>Nothing found</h1><p>No page has “${query}”. Try another word, or one of the pages in the list.</p>`;
  return html`<h1>Found for “${query}”</h1>
<ol class="found">${found.map(
    ({ page, heading, address, excerpt }) =>
      html`<li><a href="${address}">${heading}</a>${heading === page ? "" : html` <span class="quiet">${page}</span>`}<p>${excerpt}</p></li>`,
  )}</ol>`;
}

export const MISSING = html`<h1>The guide has no such page</h1><p>Choose one from the list, or begin at <a href="${ADDRESS}">the first page</a>.</p>`;

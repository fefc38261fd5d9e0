/** The list of exhibits with its search, and the pages of files around their passages. */
import { plural } from "../../../domain/base/text/text.ts";
import { whole } from "../../../domain/base/words/figures.words.ts";
import { read } from "./base/api.page-base.ts";
import type { Debate, Exhibit, FilePage } from "./base/wire.page-base.ts";
import { hasAll, searchWords } from "./figures/passages.figure.ts";
import { guard } from "./lib/lit-html/directives/guard.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import type { Entry } from "./live/story.live.ts";
import { exhibitView, marked, usesIn } from "./views/exhibits.view.ts";

interface List {
  redraw: () => void;
  /** The reader has a share link, and may not read files. */
  shared: boolean;
}

/** So many that a search has found are opened. */
const FEW = 50;

export function createList({ redraw, shared }: List) {
  let query = "";
  /** By address: a page's text, or why it cannot be read. */
  const pages = new Map<string, string>();

  const searchFor = (words: string) => {
    query = words;
    redraw();
  };
  const readPage = async (address: string, { currentTarget }: Event) => {
    if (!(currentTarget as HTMLDetailsElement).open || pages.has(address)) return;
    const page = await read<FilePage>(address).catch((error: Error) => ({
      text: `It cannot be read: ${error.message}`,
    }));
    pages.set(address, page.text);
    redraw();
  };

  const pageView = ({ file, page, text }: Exhibit) => {
    if (shared || file === undefined || page === undefined) return nothing;
    const address = `/v1/files/${encodeURIComponent(file)}/pages/${page}`;
    const all = pages.get(address);
    return html`<details @toggle=${(event: Event) => void readPage(address, event)}><summary>All of page ${page}</summary>
      ${all === undefined ? html`<p class="quiet">Loading …</p>` : html`<div class="prose raw page" dir="auto">${marked(all, [text])}</div>`}</details>`;
  };

  const listView = (debate: Debate, entries: Entry[]) => {
    const { exhibits = [] } = debate;
    const words = searchWords(query);
    const found = words.length > 0 ? exhibits.filter((exhibit) => hasAll(exhibit, words)) : exhibits;
    const sought = words.length > 0 && found.length <= FEW ? { words } : {};
    const useOf = usesIn(debate, entries);
    return html`<label class="search">Search the exhibits<input type="search" autocomplete="off" spellcheck="false" .value=${query} @input=${({ currentTarget }: Event) => searchFor((currentTarget as HTMLInputElement).value)}></label>
      <p class="quiet" role="status">${words.length > 0 ? `${whole(found.length)} of ${plural(exhibits.length, "exhibit")}` : nothing}</p>
      ${repeat(
        found,
        ({ id }) => id,
        (exhibit) =>
          exhibitView(exhibit, {
            debate,
            ...useOf(exhibit.id),
            ...sought,
            alone: shared,
            more: pageView(exhibit),
          }),
      )}`;
  };

  return {
    showAll: () => searchFor(""),
    view(debate: Debate, entries: Entry[]) {
      const turns = entries.filter(({ turn }) => turn).length;
      const found = entries.flatMap(({ lookups = [] }) => lookups.flatMap(({ exhibits = [] }) => exhibits)).length;
      return html`${guard([debate, turns, found, query, pages.size], () => listView(debate, entries))}`;
    },
  };
}

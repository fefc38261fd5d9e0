/** The section of the exhibits: a search, and links that lead to a passage, open it and can be followed back. */
import { read } from "./api.ts";
import { hasAll, searchWords } from "./figures/passages.ts";
import { guard } from "./lib/lit-html/directives/guard.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import type { Entry } from "./live/story.ts";
import { linkExhibits } from "./text/exhibit-links.ts";
import { count, whole } from "./text/words.ts";
import { exhibitView, marked, usesIn } from "./views/exhibits.ts";
import type { Debate, Exhibit, FilePage } from "./wire.ts";

interface Panel {
  redraw: () => void;
  /** The reader may not read files. */
  shared: boolean;
}

/** More are drawn only while the section is open, and are not opened by a search. */
const FEW = 50;
const LINK = /^#E\d{1,3}$/;

export function createExhibits({ redraw, shared }: Panel) {
  let isOpen = false;
  let query = "";
  /** By address: a page's text, or why it cannot be read. */
  const pages = new Map<string, string>();
  /** How many exhibits there were when a text was linked. */
  const linked = new WeakMap<HTMLElement, number>();

  /** Opens the exhibit that a link leads to. */
  const show = (hash: string) => {
    if (!LINK.test(hash)) return;
    isOpen = true;
    query = "";
    redraw();
    // The next frame is drawn first.
    requestAnimationFrame(() => {
      const passage = document.getElementById(hash.slice(1));
      const exhibit = passage?.closest("details");
      if (!passage || !exhibit) return;
      exhibit.open = true;
      passage.focus({ preventScroll: true });
      exhibit.scrollIntoView();
    });
  };
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a[href^='#E']") : null;
    if (link) show(link.getAttribute("href") ?? "");
  });
  show(location.hash);

  const search = ({ currentTarget }: Event) => {
    query = (currentTarget as HTMLInputElement).value;
    redraw();
  };
  const toggle = ({ currentTarget }: Event) => {
    isOpen = (currentTarget as HTMLDetailsElement).open;
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
    const useOf = usesIn(debate, entries);
    return html`<label class="search">Search the exhibits<input type="search" autocomplete="off" spellcheck="false" .value=${query} @input=${search}></label>
      <p class="quiet" role="status">${words.length > 0 ? `${whole(found.length)} of ${count(exhibits.length, "exhibit")}` : nothing}</p>
      ${repeat(
        found,
        ({ id }) => id,
        (exhibit) =>
          exhibitView(exhibit, {
            debate,
            use: useOf(exhibit.id),
            ...(words.length > 0 && found.length <= FEW && { words }),
            alone: shared,
            more: pageView(exhibit),
          }),
      )}`;
  };

  return {
    view(debate: Debate, entries: Entry[]) {
      const { exhibits = [] } = debate;
      const isDrawn = isOpen || exhibits.length <= FEW;
      const known = entries.reduce((sum, { turn, lookups }) => sum + (turn ? 1 : 0) + (lookups?.length ?? 0), 0);
      return html`<details class="exhibits" .open=${isOpen} @toggle=${toggle}><summary>Exhibits (${exhibits.length})</summary>
        ${guard([debate, known, query, isDrawn, pages.size], () => (isDrawn ? listView(debate, entries) : nothing))}</details>`;
    },
    /** In texts that lit-html does not draw. */
    link(texts: Iterable<HTMLElement>, { exhibits = [] }: Debate) {
      for (const text of texts) {
        if (linked.get(text) === exhibits.length) continue;
        linked.set(text, exhibits.length);
        linkExhibits(text, exhibits);
      }
    },
  };
}

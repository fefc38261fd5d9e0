/** The section of the exhibits, which loads and draws them while it is open, and the links that open it. */

import type { Debate } from "./base/wire.page-base.ts";
import { html } from "./lib/lit-html/lit-html.js";
import type { Entry } from "./live/story.live.ts";
import { linkExhibits } from "./text/exhibit-links.page-text.ts";

interface Panel {
  redraw: () => void;
  /** The reader has a share link, and may not read files. */
  shared: boolean;
}

const LINK = /^#E\d{1,3}$/;

export function createExhibits({ redraw, shared }: Panel) {
  let list: ReturnType<typeof import("./exhibit-list.ts").createList> | null = null;
  let isOpen = false;
  /** How many exhibits there were when a text was linked. */
  const linked = new WeakMap<HTMLElement, number>();

  const open = async () => {
    isOpen = true;
    list ??= (await import("./exhibit-list.ts")).createList({ redraw, shared });
    redraw();
  };
  /** Opens the exhibit that a link leads to. */
  const show = async (hash: string) => {
    if (!LINK.test(hash)) return;
    await open();
    list?.showAll();
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
    if (link) void show(link.getAttribute("href") ?? "");
  });
  void show(location.hash);

  const toggle = ({ currentTarget }: Event) => {
    isOpen = (currentTarget as HTMLDetailsElement).open;
    if (isOpen) void open();
  };
  return {
    view(debate: Debate, entries: Entry[]) {
      return html`<details class="exhibits" .open=${isOpen} @toggle=${toggle}><summary>Exhibits (${debate.exhibits?.length})</summary>
        ${isOpen ? list?.view(debate, entries) : null}</details>`;
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

/**
 * Renders whole turns as Markdown, a few at a time, so that a long debate never blocks the page. Other texts stay plain
 * until then.
 */
import { prose } from "../text/markdown.page-text.ts";
import type { Entry } from "./story.live.ts";

const TEXTS = ":is(.turn.whole, .story > .aside)";
/** Turns and remarks of the judge whose place has no true height yet. */
export const UNSETTLED = `${TEXTS}:not([data-settled])`;
/** Well below what a person notices. */
const SLICE_MS = 12;
const SETTLED_AT_ONCE = 20;
/** What is added to a page makes the browser go through all that it draws, so a longer one draws only what comes in sight. */
const MOST_SETTLED = 300;
const PAUSE_MS = 30;

export function createDresser(onDressed: () => void) {
  const dressed = new Map<string, { text: string; element: HTMLElement }>();
  let isWorking = false;

  const find = ({ key, text, state }: Entry) => {
    const known = dressed.get(key);
    return known && state === "whole" && known.text === text ? known.element : null;
  };

  const work = (entries: Entry[]) => {
    settleSpoken();
    if (isWorking) return;
    const naked = entries.filter((entry) => entry.kind === "turn" && entry.state === "whole" && !find(entry));
    if (naked.length === 0) return settleTurns();
    isWorking = true;
    setTimeout(() => {
      const until = performance.now() + SLICE_MS;
      for (const { key, text = "" } of naked) {
        dressed.set(key, { text, element: prose(text) });
        if (performance.now() > until) break;
      }
      isWorking = false;
      onDressed();
    });
  };
  return { find, work };
}

/** A turn that the reader has seen while it was spoken has its true height already. */
function settleSpoken() {
  for (const turn of document.querySelectorAll<HTMLElement>(".turn:not(.whole, [data-settled])"))
    turn.dataset["settled"] = "";
}

let isSettling = false;

/**
 * Lets the browser draw turns and remarks that are out of sight, a few at a time, so that nothing moves any more where a reader
 * scrolls, and a picture of the full page shows every turn.
 */
function settleTurns() {
  if (isSettling || document.querySelectorAll(TEXTS).length > MOST_SETTLED) return;
  isSettling = true;
  setTimeout(() => {
    isSettling = false;
    const naked = [...document.querySelectorAll<HTMLElement>(UNSETTLED)];
    for (const each of naked.slice(0, SETTLED_AT_ONCE)) each.dataset["settled"] = "";
    if (naked.length > SETTLED_AT_ONCE) settleTurns();
  }, PAUSE_MS);
}

// @ts-check
/**
 * Renders whole turns as Markdown, a few at a time, so that a long debate never holds the page up. Until its turn comes, a
 * text stands there plain.
 *
 * @typedef {import("./story.js").Entry} Entry
 */
import { prose } from "./markdown.js";

/** Well below what a person notices. */
const SLICE_MS = 12;

/** @param {() => void} onDressed */
export function createDresser(onDressed) {
  /** @type {Map<string, { text: string, element: HTMLElement }>} */
  const dressed = new Map();
  let isWorking = false;

  /** @param {Entry} entry */
  const find = ({ key, text, state }) => {
    const known = dressed.get(key);
    return known && state === "whole" && known.text === text ? known.element : null;
  };

  /** @param {Entry[]} entries */
  const work = (entries) => {
    if (isWorking) return;
    const naked = entries.filter((entry) => entry.kind === "turn" && entry.state === "whole" && !find(entry));
    if (naked.length === 0) return;
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

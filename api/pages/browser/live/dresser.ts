/**
 * Renders whole turns as Markdown, a few at a time, so that a long debate never blocks the page. Other texts stay plain
 * until then.
 */
import { prose } from "../text/markdown.ts";
import { settleTurns } from "./settler.ts";
import type { Entry } from "./story.ts";

/** Well below what a person notices. */
const SLICE_MS = 12;

export function createDresser(onDressed: () => void) {
  const dressed = new Map<string, { text: string; element: HTMLElement }>();
  let isWorking = false;

  const find = ({ key, text, state }: Entry) => {
    const known = dressed.get(key);
    return known && state === "whole" && known.text === text ? known.element : null;
  };

  const work = (entries: Entry[]) => {
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

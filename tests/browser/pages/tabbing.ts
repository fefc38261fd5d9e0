/** A page as somebody meets it who has a keyboard alone. */
import type { Page } from "playwright-core";

/** More stops than any page of these tests has. */
const MOST_STOPS = 400;

/** Whoever presses Tab lands on these, or must not need to. */
const INTERACTIVE =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable=true], [tabindex]";

/** `here` notes the focused element and says whether the walk goes on; `report` says what is amiss with the whole. */
const WALK = `globalThis.walk = (() => {
  const stops = [];
  const amiss = new Set();
  const nameOf = (it) => {
    const text = (it.getAttribute("aria-label") || it.labels?.[0]?.textContent || it.textContent || it.name || "").trim();
    return it.tagName.toLowerCase() + " “" + text.replaceAll(/\\s+/g, " ").slice(0, 50) + "”";
  };
  const isShown = (it) => it.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false });
  // A label may show what its own field cannot.
  const isMarked = (it) => [it, it.parentElement, it.parentElement?.parentElement].some((at) => {
    const { outlineStyle, outlineWidth, boxShadow } = at ? getComputedStyle(at) : {};
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
  });
  // Nothing that sticks to the window covers all of it.
  const isInSight = (it) => [...it.getClientRects()].some(({ left, top, width, height }) => [0.1, 0.5, 0.9].some((x) => [0.1, 0.5, 0.9].some((y) => {
    const found = document.elementFromPoint(left + x * width, top + y * height);
    return found !== null && (it.contains(found) || found.contains(it));
  })));
  return {
    here() {
      const it = document.activeElement;
      if (it === document.body || it === null) return false;
      if (stops.includes(it)) return false;
      const before = stops.at(-1);
      if (before && !(before.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_FOLLOWING)) amiss.add(nameOf(it) + " comes after " + nameOf(before) + ", below it");
      stops.push(it);
      if (it.tabIndex >= 0 && !isMarked(it)) amiss.add(nameOf(it) + " does not show that it has the focus");
      if (!isInSight(it)) amiss.add(nameOf(it) + " has the focus out of sight");
      return true;
    },
    report(within) {
      const all = [...within.querySelectorAll(${JSON.stringify(INTERACTIVE)})].filter((it) => it.tabIndex >= 0 && !it.matches(":disabled") && isShown(it));
      // One button of a group of radio buttons is a stop.
      const isOther = (it) => it.type === "radio" && stops.some((stop) => stop.type === "radio" && stop.name === it.name);
      for (const it of all) if (!stops.includes(it) && !isOther(it)) amiss.add(nameOf(it) + " is not reached");
      const scrolls = [...within.querySelectorAll("*")].filter((it) => {
        const { overflowX, overflowY } = getComputedStyle(it);
        const goes = (overflow, all, shown) => ["auto", "scroll"].includes(overflow) && all > shown + 1;
        return isShown(it) && it.tagName !== "TEXTAREA" && (goes(overflowX, it.scrollWidth, it.clientWidth) || goes(overflowY, it.scrollHeight, it.clientHeight));
      });
      for (const it of scrolls) if (!stops.some((stop) => it.contains(stop))) amiss.add(nameOf(it) + " scrolls, but not by keys");
      return { stops: stops.map(nameOf), amiss: [...amiss] };
    },
  };
})()`;

export interface Walked {
  /** What Tab led to, in order: the kind of element and its words. */
  stops: string[];
  /** What is wrong, in words. */
  amiss: string[];
}

/** From the first link of the page to its end, by Tab alone. */
export async function tabThrough(page: Page): Promise<Walked> {
  await page.locator(".skip").focus();
  return walk(page, "document.body");
}

/** From where the focus is through the open dialog. */
export function tabThroughDialog(page: Page): Promise<Walked> {
  return walk(page, "document.querySelector('dialog[open]')");
}

/** `within`: where all must be reached. The walk ends where Tab leaves the page, or comes back to a stop. */
async function walk(page: Page, within: string): Promise<Walked> {
  await page.evaluate(WALK);
  await page.evaluate("walk.here()");
  for (let n = 0; n < MOST_STOPS; n++) {
    await page.keyboard.press("Tab");
    if (!(await page.evaluate("walk.here()"))) break;
  }
  return page.evaluate<Walked>(`walk.report(${within})`);
}

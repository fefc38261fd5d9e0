/**
 * Brings what the address names into view once it is there, and keeps it there while the texts above it get their height.
 * A reader who moves is left alone.
 */
import { UNSETTLED } from "./dresser.ts";

const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

/** `place`: the part of the page that grows. */
export function landIn(place: HTMLElement) {
  let named = location.hash.slice(1);
  const isSettled = () => document.querySelector(UNSETTLED) === null;
  const land = () => {
    const target = named === "" ? null : document.getElementById(named);
    target?.scrollIntoView();
    if (target && isSettled()) named = "";
  };
  for (const move of MOVES) addEventListener(move, () => void (named = ""), { passive: true });
  addEventListener("hashchange", () => {
    named = isSettled() ? "" : location.hash.slice(1);
  });
  new ResizeObserver(land).observe(place);
}

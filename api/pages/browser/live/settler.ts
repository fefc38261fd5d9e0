/**
 * Lets the browser draw whole turns that are out of sight, a few at a time. In the end a picture of the full page shows
 * every turn, and a search finds it.
 */

const AT_ONCE = 20;
const PAUSE_MS = 30;

let isWorking = false;

export function settleTurns() {
  if (isWorking) return;
  isWorking = true;
  setTimeout(() => {
    isWorking = false;
    const turns = [...document.querySelectorAll<HTMLElement>(".turn.whole:not([data-settled])")];
    for (const turn of turns.slice(0, AT_ONCE)) turn.dataset["settled"] = "";
    if (turns.length > AT_ONCE) settleTurns();
  }, PAUSE_MS);
}

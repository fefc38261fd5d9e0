// @ts-check
/**
 * One polite voice for screen readers: it tells phases and what needs somebody, never pieces of text. What comes in quick
 * succession is said together.
 */
const TOGETHER_MS = 400;

/** @type {string[]} */
let waiting = [];

/** @param {string} sentence */
export function announce(sentence) {
  if (waiting.length === 0) setTimeout(say, TOGETHER_MS);
  waiting.push(sentence);
}

function say() {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = waiting.join(" ");
  waiting = [];
}

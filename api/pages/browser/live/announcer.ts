/**
 * Announces phases and requests to screen readers, never pieces of text. It joins sentences that come in quick succession.
 */
const TOGETHER_MS = 400;

let waiting: string[] = [];

export function announce(sentence: string) {
  if (waiting.length === 0) setTimeout(say, TOGETHER_MS);
  waiting.push(sentence);
}

function say() {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = waiting.join(" ");
  waiting = [];
}

/** A page of the guide: its code can be copied, and `/` leads to the search. */

const SHOWN_MS = 2_000;

for (const block of document.querySelectorAll("main pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy plain";
  button.textContent = "Copy";
  button.addEventListener("click", () => void copy(block, button));
  const frame = document.createElement("div");
  frame.className = "copied";
  block.replaceWith(frame);
  frame.append(block, button);
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>('input[type="search"]')?.select();
});

async function copy(block: Element, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(block.textContent.trimEnd());
    button.textContent = "Copied";
  } catch {
    // Over plain HTTP browsers give no clipboard.
    getSelection()?.selectAllChildren(block);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), SHOWN_MS);
}

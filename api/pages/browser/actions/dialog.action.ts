/** A dialog for what a reader does with a debate. */
import { refocus } from "../base/focus.ts";
import { render } from "../lib/lit-html/lit-html.js";

/** Its views name it by a heading with this id. */
export const DIALOG_TITLE = "actions-title";

/** Not open yet. It is removed when it closes. */
export function createDialog() {
  const dialog = document.createElement("dialog");
  dialog.className = "actions";
  dialog.setAttribute("aria-labelledby", DIALOG_TITLE);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return {
    dialog,
    show: (view: unknown) => {
      render(view, dialog);
      if (dialog.open) refocus(dialog.querySelector("h2"));
    },
    /** Shows words in its output. */
    say: (words: unknown) => {
      const output = dialog.querySelector("output");
      if (output) render(words, output);
    },
  };
}

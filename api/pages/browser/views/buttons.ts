/** Buttons that are always in reach: everything else that a reader can do with the debate, and the way to its live end. */
import type { Subject } from "../actions/panel.action.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

/** Loads the actions when they are opened. */
export function actionsButton(subject: Subject) {
  const open = async () => (await import("../actions/menu.ts")).openActions(subject);
  return html`<button type="button" class="plain" aria-haspopup="dialog" @click=${() => void open()}>Actions …</button>`;
}

/** Loads the form and the links when they are opened. */
export function shareButton(api: string) {
  const open = async () => (await import("./share.view.ts")).openShare(api);
  return html`<button type="button" class="plain" aria-haspopup="dialog" @click=${() => void open()}>Share …</button>`;
}

export function jumpButton({ isShown, onJump }: { isShown: boolean; onJump: () => void }) {
  return isShown ? html`<button type="button" class="jump" @click=${onJump}>Jump to live ↓</button>` : nothing;
}

/** Buttons that are always in reach: everything else that a reader can do with the debate, and the way to its live end. */
import type { Subject } from "../actions/panel.action.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

/** Loads the actions when they are opened. */
export function actionsButton(subject: Subject) {
  const open = async () => (await import("../actions/menu.ts")).openActions(subject);
  return html`<button type="button" class="plain" aria-haspopup="dialog" @click=${() => void open()}>Actions …</button>`;
}

/** Opens a dialog that a feature adds, for the debate at an address. */
export type OpenDialog = (api: string) => void;

interface DialogButton {
  label: string;
  load: () => Promise<OpenDialog>;
  api: string;
}

/** Loads the dialog when it is opened. */
export function dialogButton({ label, load, api }: DialogButton) {
  const open = async () => (await load())(api);
  return html`<button type="button" class="plain" aria-haspopup="dialog" @click=${() => void open()}>${label}</button>`;
}

export function jumpButton({ isShown, onJump }: { isShown: boolean; onJump: () => void }) {
  return isShown ? html`<button type="button" class="jump" @click=${onJump}>Jump to live ↓</button>` : nothing;
}

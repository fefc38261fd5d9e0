// @ts-check
/**
 * Where the pictures stand. They are loaded and drawn only while somebody looks.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 * @typedef {import("./story.js").Entry} Entry
 */
import { html, nothing } from "./lib/lit-html/lit-html.js";

/** @param {() => void} redraw */
export function createPictures(redraw) {
  /** @type {typeof import("./drawings.js") | null} */
  let drawings = null;
  let isOpen = false;
  let criterion = "overall";
  const toggle = async (/** @type {Event} */ { currentTarget }) => {
    isOpen = /** @type {HTMLDetailsElement} */ (currentTarget).open;
    if (isOpen) drawings ??= await import("./drawings.js");
    redraw();
  };
  const choose = (/** @type {Event} */ { currentTarget }) => {
    criterion = /** @type {HTMLSelectElement} */ (currentTarget).value;
    redraw();
  };
  /** @param {{ debate: Debate, entries: Entry[], width: number }} input */
  return (input) => {
    if (!input.entries.some(({ turn }) => turn)) return nothing;
    const shown = isOpen && drawings ? drawings.drawingsView({ ...input, criterion, choose }) : nothing;
    return html`<details class="pictures" @toggle=${toggle}><summary>In pictures</summary>${shown}</details>`;
  };
}

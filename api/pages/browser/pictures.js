// @ts-check
/**
 * Where the pictures stand. They are loaded and drawn only while somebody looks.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 * @typedef {import("./wire.d.ts").Rejudgement} Rejudgement
 * @typedef {import("./story.js").Entry} Entry
 */
import { guard } from "./lib/lit-html/directives/guard.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";

/**
 * @param {object} input
 * @param {() => void} input.redraw
 * @param {() => Promise<Rejudgement[]>} input.readRejudgements
 */
export function createPictures({ redraw, readRejudgements }) {
  /** @type {typeof import("./drawings.js") | null} */
  let drawings = null;
  let isOpen = false;
  let criterion = "overall";
  /** @type {{ known: string, whole: Rejudgement[] }} */
  let rulings = { known: "", whole: [] };
  const toggle = async (/** @type {Event} */ { currentTarget }) => {
    isOpen = /** @type {HTMLDetailsElement} */ (currentTarget).open;
    if (isOpen) drawings ??= await import("./drawings.js");
    redraw();
  };
  const choose = (/** @type {Event} */ { currentTarget }) => {
    criterion = /** @type {HTMLSelectElement} */ (currentTarget).value;
    redraw();
  };
  /** @param {Debate} debate Its rejudgements are read whole when there are other ones than before. */
  const readRulings = async ({ rejudgements = [] }) => {
    const known = rejudgements.map(({ id, status }) => id + status).join(" ");
    if (known === rulings.known) return;
    rulings = { ...rulings, known };
    const whole = await readRejudgements().catch(() => rulings.whole);
    rulings = { ...rulings, whole };
    redraw();
  };
  /** @param {{ debate: Debate, entries: Entry[], width: number }} input */
  return (input) => {
    if (!input.entries.some(({ turn }) => turn)) return nothing;
    const shown = isOpen ? drawings : null;
    if (shown) void readRulings(input.debate);
    const whole = { ...input, criterion, choose, rejudgements: rulings.whole };
    const key = [shown, input.debate.version, input.width, criterion, rulings.whole, changesOf(input.entries)];
    return html`<details class="pictures" @toggle=${toggle}><summary>In pictures</summary>${guard(key, () => shown?.drawingsView(whole) ?? nothing)}</details>`;
  };
}

/**
 * Grows whenever there is something new to draw: not with every piece of text.
 *
 * @param {Entry[]} entries
 */
function changesOf(entries) {
  return entries.reduce((sum, { attempts = [], turn, state }) => {
    const begun = attempts.reduce((all, { first, to }) => all + 1 + (first ? 1 : 0) + (to ? 1 : 0), 0);
    return sum + 1 + begun + (turn ? 1 : 0) + (state === "whole" ? 1 : 0);
  }, 0);
}

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
  const inTurn = createTurns(redraw);
  /** @param {{ debate: Debate, entries: Entry[], width: number }} input */
  return (input) => {
    if (!input.entries.some(({ turn }) => turn)) return nothing;
    const shown = isOpen ? drawings : null;
    if (shown) void readRulings(input.debate);
    const { debate, entries, width } = input;
    const key = [debate.version, width, criterion, rulings.whole, changesOf(entries)];
    const whole = { ...input, criterion, choose, rejudgements: rulings.whole };
    const all = shown ? inTurn(shown.PICTURES, { key, input: whole }) : { views: [], isWhole: true };
    return html`<details class="pictures" aria-busy=${all.isWhole ? "false" : "true"} @toggle=${toggle}><summary>In pictures</summary>${all.views}</details>`;
  };
}

/**
 * @typedef {{ key: unknown[], input: import("./drawings.js").Drawn }} Drawing What is drawn anew when its key changes.
 */

/**
 * Draws one picture at a time, so that the many of a long debate never hold the page up.
 *
 * @param {() => void} redraw
 */
function createTurns(redraw) {
  /** @type {Drawing} */
  let newest;
  /** @type {Drawing[]} By picture, what it was last drawn from. */
  const drawn = [];
  let turn = 0;
  /**
   * @param {typeof import("./drawings.js").PICTURES} pictures
   * @param {Drawing} now
   */
  return (pictures, now) => {
    if (!newest || now.key.some((value, i) => value !== newest.key[i])) newest = now;
    const stale = pictures.map((_, i) => (turn + i) % pictures.length).filter((i) => drawn[i] !== newest);
    const [next] = stale;
    if (next !== undefined) {
      drawn[next] = newest;
      turn = next + 1;
    }
    const isWhole = stale.length <= 1;
    if (!isWhole) redraw();
    const views = pictures.map((picture, i) => {
      const from = drawn[i];
      return guard([from], () => (from ? picture(from.input) : nothing));
    });
    return { views, isWhole };
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

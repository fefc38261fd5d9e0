/** The section of the pictures. It loads and draws them only while it is open. */

import type { Debate, Rejudgement } from "./base/wire.page-base.ts";
import { guard } from "./lib/lit-html/directives/guard.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import type { Entry } from "./live/story.live.ts";
import type { Drawn } from "./pictures/drawn.ts";

interface Page {
  redraw: () => void;
  readRejudgements: () => Promise<Rejudgement[]>;
}

export function createPictures({ redraw, readRejudgements }: Page) {
  let drawings: typeof import("./drawings.ts") | null = null;
  let isOpen = false;
  let criterion = "overall";
  let rulings = { known: "", whole: [] as Rejudgement[] };
  const toggle = async ({ currentTarget }: Event) => {
    isOpen = (currentTarget as HTMLDetailsElement).open;
    if (isOpen) drawings ??= await import("./drawings.ts");
    redraw();
  };
  const choose = ({ currentTarget }: Event) => {
    criterion = (currentTarget as HTMLSelectElement).value;
    redraw();
  };
  /** Reads the debate's rejudgements whole when they change. */
  const readRulings = async ({ rejudgements = [] }: Debate) => {
    const known = rejudgements.map(({ id, status }) => id + status).join(" ");
    if (known === rulings.known) return;
    rulings = { ...rulings, known };
    const whole = await readRejudgements().catch(() => rulings.whole);
    rulings = { ...rulings, whole };
    redraw();
  };
  const inTurn = createTurns(redraw);
  return (input: { debate: Debate; entries: Entry[]; width: number }) => {
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

/** Drawn again when its key changes. */
interface Drawing {
  key: unknown[];
  input: Drawn;
}

/** Draws one picture at a time, so that a long debate never blocks the page. */
function createTurns(redraw: () => void) {
  let newest: Drawing;
  /** The last drawing of each picture. */
  const drawn: Drawing[] = [];
  let turn = 0;
  return (pictures: typeof import("./drawings.ts").PICTURES, now: Drawing) => {
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

/** Grows when there is something new to draw, but not with every piece of text. */
function changesOf(entries: Entry[]) {
  return entries.reduce((sum, { attempts = [], turn, state }) => {
    const begun = attempts.reduce((all, { first, to }) => all + 1 + (first ? 1 : 0) + (to ? 1 : 0), 0);
    return sum + 1 + begun + (turn ? 1 : 0) + (state === "whole" ? 1 : 0);
  }, 0);
}

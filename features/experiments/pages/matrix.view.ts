/**
 * Every answer of an experiment, item by arm. Rows are drawn in pieces, each in a task of its own and the next when the reader
 * comes near; the browser lays out those in sight. So 1,000 items by 9 arms stay light. Tab stops at one cell, and keys lead from
 * it to the others. The style makes grids of the rows, so the roles of a grid are written out.
 */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { refocus } from "../../../api/pages/browser/base/focus.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { plural } from "../../../domain/base/text/text.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import type { Experiment, ExperimentItem, ResultRow } from "../domain/schema.experiment.ts";
import { keepStop, moveByKeys, moveStop } from "./cell-keys.ts";
import { type Filter, fits, KINDS, type Kind, type MatrixRow, rowsOf } from "./matrix-rows.ts";

/** Rows of one piece. */
const PIECE = 25;
/** While it runs, all cells are read again after so many milliseconds at least. */
const READ_MS = 10_000;
/** The next piece is drawn while the end is so far below the window. */
const NEAR = "800px";

const WORDS: Record<Kind, string> = {
  all: "all",
  disagree: "where arms disagree",
  wrong: "where an answer is wrong",
  failed: "where a cell failed",
};

export function createMatrix(place: HTMLElement, api: string) {
  let arms: string[] = [];
  let rows: MatrixRow[] = [];
  let items: ExperimentItem[] = [];
  let filter: Filter = { kind: "all", arm: null };
  let pieces = 1;
  /** Pieces that show what they should: these stay as they are. */
  let drawn = 0;
  /** Counts drawings: a later one ends the earlier. */
  let drawings = 0;
  /** What was read last, and when. */
  let seen = { version: -1, at: 0 };
  // Of several looks at the end, the last says where it is now.
  const near = new IntersectionObserver((looks) => looks.at(-1)?.isIntersecting && more(), { rootMargin: NEAR });

  async function load({ version, arms: asked }: Experiment) {
    arms = asked.map(({ name }) => name);
    if (items.length === 0) ({ items } = await read<{ items: ExperimentItem[] }>(`${api}/items`));
    const results = await read<{ items: ResultRow[] }>(`${api}/results?as=json`);
    rows = rowsOf(results.items, { arms, items });
    seen = { version, at: Date.now() };
    drawn = 0;
    await draw();
  }

  function more() {
    pieces += 1;
    void draw();
  }

  function choose(event: Event) {
    const data = new FormData(event.currentTarget as HTMLFormElement);
    filter = { kind: (data.get("kind") ?? "all") as Kind, arm: (data.get("arm") as string) || null };
    [pieces, drawn] = [1, 0];
    void draw();
  }

  async function draw() {
    drawings += 1;
    const drawing = drawings;
    const wasOnMore = document.activeElement?.matches(".more");
    const shown = rows.filter((row) => fits(row, filter));
    const left = shown.length - pieces * PIECE;
    const count = Math.min(pieces, Math.ceil(shown.length / PIECE));
    render(frameView({ shown: shown.length, all: rows.length, arms, filter, choose, count, left, more }), place);
    for (const [at, body] of [...place.querySelectorAll("tbody")].entries()) {
      if (at < drawn) continue;
      const mine = shown.slice(at * PIECE, (at + 1) * PIECE);
      render(
        mine.map((row, i) => rowView(row, { arms, at: at * PIECE + i })),
        body,
      );
      drawn = at + 1;
      // Each piece is a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
      if (drawing !== drawings) return;
    }
    keepStop(place);
    refocus(wasOnMore ? place.querySelector<HTMLElement>('table [tabindex="0"]') : null);
    near.disconnect();
    const end = place.querySelector(".more");
    if (end) near.observe(end);
  }

  return {
    /** Reads the cells if there may be new ones. */
    async show(experiment: Experiment) {
      const isAtRest = !["queued", "running"].includes(experiment.status);
      const isNew = experiment.version !== seen.version;
      if (isNew && (isAtRest || Date.now() - seen.at >= READ_MS)) await load(experiment);
    },
  };
}

interface Frame {
  shown: number;
  all: number;
  arms: string[];
  filter: Filter;
  choose: (event: Event) => void;
  count: number;
  left: number;
  more: () => void;
}

function frameView({ shown, all, arms, filter, choose, count, left, more }: Frame) {
  if (all === 0) return html`<h2>Every answer</h2><p class="quiet">No cell has an outcome yet.</p>`;
  return html`<h2>Every answer</h2>
    <form class="row" @change=${choose} @submit=${(event: Event) => event.preventDefault()}>
      <label>Show<select name="kind">${KINDS.map((kind) => html`<option value=${kind} ?selected=${kind === filter.kind}>${WORDS[kind]}</option>`)}</select></label>
      <label>Of which arm<select name="arm"><option value="">any arm</option>${arms.map((arm) => html`<option value=${arm} ?selected=${arm === filter.arm}>${arm}</option>`)}</select></label>
    </form>
    <p class="quiet">${shown === all ? plural(all, "row") : `${shown.toLocaleString("en")} of ${plural(all, "row")}`}. ✓ is right, ✗ is wrong. A cell leads to its debate. Arrow keys, Home, End, Page Up and Page Down move between cells.</p>
    ${
      shown === 0
        ? html`<p class="quiet">No row fits.</p>`
        : html`<div class="scrolls"><table class="matrix" role="grid" aria-label="Every answer, item by arm" aria-rowcount=${shown + 1} @keydown=${moveByKeys} @focusin=${moveStop}>
      <thead role="rowgroup"><tr role="row" aria-rowindex="1"><th role="columnheader" scope="col">Item</th>${arms.map((arm) => html`<th role="columnheader" scope="col" dir="auto">${arm}</th>`)}</tr></thead>
      ${Array.from({ length: count }, () => html`<tbody role="rowgroup"></tbody>`)}</table></div>`
    }
    ${left > 0 ? html`<button type="button" class="more" @click=${more}>${left.toLocaleString("en")} more</button>` : nothing}`;
}

/** `at`: the row's place among those that are shown. */
function rowView(
  { item, question, repetition, expected, cells }: MatrixRow,
  { arms, at }: { arms: string[]; at: number },
) {
  return html`<tr role="row" aria-rowindex=${at + 2}><th role="rowheader" scope="row"><span dir="auto">${question}</span>
      <small class="quiet">${item}${repetition > 1 ? `, repetition ${repetition}` : ""}${expected === null ? nothing : html` · expected <bdi>${expected}</bdi>`}</small></th>
    ${arms.map((_, place) => cellView(cells[place]))}</tr>`;
}

function cellView(cell: ResultRow | undefined) {
  if (!cell) return html`<td role="gridcell" tabindex="-1" class="quiet">–</td>`;
  const { answer, correct, error, debate, costUsd } = cell;
  const mark = error === null ? markOf(correct) : html`<span class="amiss">failed</span>`;
  const said = html`${mark} <bdi>${error ?? answer ?? "no answer"}</bdi>`;
  return html`<td role="gridcell" tabindex=${debate ? nothing : "-1"} class=${correct === false ? "wrong" : nothing}>${debate ? html`<a tabindex="-1" href=${`/debates/${debate}`}>${said}</a>` : html`<span>${said}</span>`}
    <small class="quiet">${money(costUsd)}</small></td>`;
}

function markOf(correct: boolean | null) {
  if (correct === null) return nothing;
  return correct
    ? html`<span role="img" aria-label="right">✓</span>`
    : html`<span role="img" aria-label="wrong" class="amiss">✗</span>`;
}

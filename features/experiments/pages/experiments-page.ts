/** The experiments: how far each is, what it cost, and the way to a new one. */
import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { refocus } from "../../../api/pages/browser/base/focus.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { repeat } from "../../../api/pages/browser/lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { age, moment } from "../../../api/pages/browser/text/words.page-text.ts";
import { plural } from "../../../domain/base/text/text.ts";
import { money } from "../../../domain/base/words/figures.words.ts";
import { isOver } from "../../../domain/shapes/experiment-status.ts";
import type { ExperimentSummary } from "../domain/schema.experiment.ts";
import { statusWord } from "./status-words.ts";

type Page = { items: ExperimentSummary[]; nextCursor: string | null };

const FRESH_MS = 3_000;
const PAGE = 20;
const MOST_FRESH = 100;

let page: Page = { items: [], nextCursor: null };
let canWrite = false;

void beginPage("page", async (place, session) => {
  ({ canWrite } = session);
  page = await readPage(PAGE);
  place.replaceChildren();
  draw(place);
  setInterval(() => void refresh(place), FRESH_MS);
});

const readPage = (limit: number, cursor?: string | null) =>
  read<Page>(`/v1/experiments?${new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })}`);

/** While one is under way. */
async function refresh(place: HTMLElement) {
  const { items } = page;
  const isQuiet = items.every(({ status, cells: { running } }) => isOver({ status, running }));
  if (isQuiet || document.hidden || items.length > MOST_FRESH) return;
  page = await readPage(Math.max(PAGE, items.length)).catch(() => page);
  draw(place);
}

async function readMore(place: HTMLElement) {
  const from = page.items.length;
  const next = await readPage(PAGE, page.nextCursor);
  page = { ...next, items: [...page.items, ...next.items] };
  draw(place);
  refocus(place.querySelectorAll<HTMLElement>(".topic")[from]);
}

function draw(place: HTMLElement) {
  render(
    html`<div class="heading"><h1>Experiments</h1>
      ${canWrite ? html`<a class="button" href="/experiments/new">New experiment</a>` : nothing}</div>
      <p class="lead">The same questions, answered in several ways, and how often each way is right.</p>
      <p><a href="/docs/guide/experiments">How they are counted</a></p>
      ${page.items.length === 0 ? html`<p class="quiet">There are no experiments yet.</p>` : nothing}
      <ol class="debates">${repeat(page.items, ({ id }) => id, itemView)}</ol>
      ${page.nextCursor ? html`<button type="button" @click=${() => void readMore(place)}>More experiments</button>` : nothing}`,
    place,
  );
}

function itemView({ id, name, status, why, items, repetitions, arms, cells, costUsd, createdAt }: ExperimentSummary) {
  const ended = cells.done + cells.failed;
  return html`<li>
    <a class="topic" href=${`/experiments/${id}`} dir="auto">${name}</a>
    <p class="facts"><span class=${`state is-${status}`}>${statusWord(status)}</span>
      <span>${plural(items, "item")} × ${plural(arms.length, "arm")}${repetitions > 1 ? ` × ${repetitions} times` : nothing}</span>
      <span>${ended.toLocaleString("en")} of ${plural(cells.total, "cell")}${cells.failed > 0 ? `, ${cells.failed} failed` : nothing}</span>
      <span>${money(costUsd)}</span>
      <time datetime=${createdAt} title=${moment(createdAt)}>${age(createdAt)}</time></p>
    ${isOver({ status, running: cells.running }) ? nothing : html`<progress max=${cells.total} value=${ended} aria-label="Cells with an outcome"></progress>`}
    ${why ? html`<p class="warn" dir="auto">${why}</p>` : nothing}
    <p class="quiet" dir="auto">${arms.join(", ")}</p>
  </li>`;
}

/** The debates. The address contains the search, the order and the filters, so that it can be bookmarked. */

import { money } from "../../../domain/base/words/figures.words.ts";
import { EXAMPLES } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import { Refusal, read } from "./base/api.page-base.ts";
import type { DebatePage, DebateSummary, Format } from "./base/wire.page-base.ts";
import { showFailure } from "./failure.ts";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { askForKey, readSession, showMasthead } from "./session.page.ts";
import { formOf, textIn } from "./text/fields.page-text.ts";
import { age, moment, STATUSES, statusWord, title } from "./text/words.page-text.ts";

const place = document.getElementById("content") as HTMLElement;
/** As `GET /v1/debates` takes them. */
const FILTERS = ["q", "status", "format", "tag", "sort"];
const ORDERS = [
  ["newest", "newest first"],
  ["oldest", "oldest first"],
] as const;
const FRESH_MS = 10_000;

let items: DebateSummary[] = [];
let nextCursor: string | null = null;
let formats: Format[] = [];
let canWrite = false;
/** Why the server gives no list. */
let refused = "";
/** Shown pages. While there is one, the list refreshes itself. */
let pages = 1;

void start();

async function start() {
  try {
    const session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    canWrite = session.canWrite;
    const [catalogue] = await Promise.all([read<{ items: Format[] }>("/v1/formats"), readFirst()]);
    formats = catalogue.items;
    place.replaceChildren();
    draw();
    setInterval(() => void refresh(), FRESH_MS);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return askForKey(place);
    showFailure(place, error);
  }
}

function filters() {
  const asked = new URLSearchParams(location.search);
  return FILTERS.flatMap((name) => {
    const value = asked.get(name);
    return value ? [[name, value] as [string, string]] : [];
  });
}

function readPage(cursor: string | null) {
  const query = new URLSearchParams([...filters(), ["limit", "20"], ...(cursor ? [["cursor", cursor]] : [])]);
  return read<DebatePage>(`/v1/debates?${query}`);
}

async function readFirst() {
  ({ items, nextCursor } = await readPage(null));
  pages = 1;
}

async function refresh() {
  if (pages > 1 || document.hidden) return;
  await readFirst().catch(() => {});
  draw();
}

async function readMore() {
  const page = await readPage(nextCursor);
  const from = items.length;
  items = [...items, ...page.items];
  nextCursor = page.nextCursor;
  pages += 1;
  draw();
  ([...place.querySelectorAll(".debates a")][from] as HTMLElement | undefined)?.focus();
}

async function filter(event: Event) {
  const data = new FormData(formOf(event));
  const asked = FILTERS.flatMap((name) => {
    const value = textIn(data, name);
    return value && value !== ORDERS[0][0] ? [[name, value]] : [];
  });
  history.replaceState(null, "", `/debates${asked.length ? `?${new URLSearchParams(asked)}` : ""}`);
  try {
    refused = "";
    await readFirst();
  } catch (error) {
    items = [];
    nextCursor = null;
    refused = (error as Error).message;
  }
  draw();
}

function draw() {
  render(
    html`<h1>Debates</h1>
      <p class="new">${canWrite ? html`<a class="button" href="/debates/new">New debate</a> ` : nothing}<a href="/ratings">Ratings of models and judges</a></p>
      ${filtersView()}
      ${refused ? html`<p class="fault" role="alert">${refused}</p>` : nothing}
      ${items.length === 0 && !refused ? html`<p class="quiet">${emptyText()}</p>` : nothing}
      ${canWrite && items.length === 0 && !refused && !nextCursor && filters().length === 0 ? examplesView() : nothing}
      <ol class="debates">${repeat(items, ({ id }) => id, itemView)}</ol>
      ${nextCursor ? html`<button type="button" @click=${() => void readMore()}>More debates</button>` : nothing}`,
    place,
  );
}

/** A search may find nothing in one page, and something in the next. */
function emptyText() {
  if (nextCursor) return "No debate fits so far.";
  return filters().length > 0 ? "No debate fits." : "There are no debates yet.";
}

function examplesView() {
  return html`<h2>Try one of these</h2><ul class="examples">${EXAMPLES.map(
    ({ name, topics: [topic], language, format }) =>
      html`<li><a href=${`/debates/new?example=${name}`} dir="auto" lang=${language}>${topic}</a> <span class="quiet">${formats.find((one) => one.name === format)?.title ?? title(format)}</span></li>`,
  )}</ul>`;
}

function filtersView() {
  const chosen = Object.fromEntries(filters());
  return html`<form class="filters row" role="search" aria-label="Search the debates" @change=${filter} @submit=${(event: Event) => event.preventDefault()}>
    <label class="wide">Words <span class="quiet">(all of them must occur)</span><input name="q" type="search" maxlength="200" autocomplete="off" value=${chosen["q"] ?? ""}></label>
    <label>Status<select name="status"><option value="">any</option>${Object.entries(STATUSES).map(([status, words]) =>
      // A check takes a moment.
      status === "validating"
        ? nothing
        : html`<option value=${status} ?selected=${chosen["status"] === status}>${words}</option>`,
    )}</select></label>
    <label>Format<select name="format"><option value="">any</option>${formats.map(
      ({ name, title: words }) => html`<option value=${name} ?selected=${chosen["format"] === name}>${words}</option>`,
    )}</select></label>
    <label>Tag<input name="tag" maxlength="80" autocomplete="off" value=${chosen["tag"] ?? ""}></label>
    <label>Order<select name="sort">${ORDERS.map(
      ([order, words]) => html`<option value=${order} ?selected=${chosen["sort"] === order}>${words}</option>`,
    )}</select></label>
  </form>`;
}

function itemView(item: DebateSummary) {
  const { id, topic, format, status, round, maxRounds, cost, createdAt, participants, tags } = item;
  return html`<li>
    <a class="topic" href=${`/debates/${id}`} dir="auto">${topic || "A draft without a topic"}</a>
    <p class="facts"><span class=${`state is-${status}`}>${statusWord(status)}</span>
      ${outcomeView(item)}
      <span>${formats.find(({ name }) => name === format)?.title ?? title(format)}</span>
      ${round ? html`<span>round ${round} of ${maxRounds}</span>` : nothing}
      <span>${money(cost.totalUsd)}</span>
      <time datetime=${createdAt} title=${moment(createdAt)}>${age(createdAt)}</time></p>
    ${item.outcome?.answer ? html`<p class="answer" dir="auto">${item.outcome.answer}</p>` : nothing}
    <p class="quiet" dir="auto">${participants.map(({ name }) => name).join(", ")}${tags.map((tag) => html` · <a href=${`/debates?${new URLSearchParams({ tag })}`}>${tag}</a>`)}</p>
  </li>`;
}

/** Who won. Results of other kinds have no winner. */
function outcomeView({ outcome, participants }: DebateSummary) {
  if (outcome?.type !== "verdict") return nothing;
  const name = participants.find(({ id }) => id === outcome.winner)?.name;
  if (name) return html`<span><bdi>${name}</bdi> wins</span>`;
  return html`<span>${outcome.side ? `the side ${outcome.side} wins` : "nobody wins"}</span>`;
}

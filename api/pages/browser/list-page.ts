/** The debates. The address contains the search, the order and the filters, so that it can be bookmarked. */

import { money } from "../../../domain/base/words/figures.words.ts";
import { EXAMPLES, exampleFor } from "../../../domain/shapes/catalogue/examples.catalogue.ts";
import { Refusal, read } from "./base/api.page-base.ts";
import type { DebatePage, DebateSummary, Format } from "./base/wire.page-base.ts";
import { showFailure } from "./failure.ts";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { askForKey, readSession, showMasthead } from "./session.page.ts";
import { textIn } from "./text/fields.page-text.ts";
import { formOf } from "./text/form-of.ts";
import { age, moment, STATUSES, statusWord, title } from "./text/words.page-text.ts";

const place = document.getElementById("content") as HTMLElement;
/** As `GET /v1/debates` takes them. */
const FILTERS = ["q", "status", "format", "tag", "sort"];
/** Formats whose debates are held for who wins; the others are held for their answers. */
const CONTESTS = new Set((document.body.dataset["contests"] ?? "").split(" "));
const ORDERS = [
  ["newest", "newest first"],
  ["oldest", "oldest first"],
] as const;
/** What a debate of the demo is worth. */
const WRITTEN = "Somebody wrote it out, and the demo model spoke it";
const CANNED = "The demo model spoke: its words are canned and mean nothing";
const FRESH_MS = 5_000;
/** Somebody who types pauses for so long at the end of a word. */
const TYPING_MS = 250;
const PAGE = 20;
/** The most that the API lists at once. While more are shown, the list stays as it is. */
const MOST_FRESH = 100;

let items: DebateSummary[] = [];
let nextCursor: string | null = null;
let formats: Format[] = [];
let canWrite = false;
/** Why the server gives no list. */
let refused = "";
let typing: ReturnType<typeof setTimeout> | undefined;
/** Counts searches: the answer to an earlier one is not shown. */
let searches = 0;
let isReadingMore = false;

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
    document.addEventListener("visibilitychange", () => void refresh());
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

function readPage(cursor: string | null, limit = PAGE) {
  const query = new URLSearchParams([...filters(), ["limit", String(limit)], ...(cursor ? [["cursor", cursor]] : [])]);
  return read<DebatePage>(`/v1/debates?${query}`);
}

/** `least`: how many are shown at least. */
async function readFirst(least = 0) {
  searches += 1;
  const search = searches;
  const page = await readPage(null, Math.min(MOST_FRESH, Math.max(PAGE, least)));
  if (search === searches) ({ items, nextCursor } = page);
}

async function refresh() {
  if (items.length > MOST_FRESH || document.hidden || refused || isReadingMore) return;
  await readFirst(items.length).catch(() => {});
  draw();
}

async function readMore() {
  // The answer to a refresh would take the new page away.
  isReadingMore = true;
  searches += 1;
  const from = items.length;
  try {
    const page = await readPage(nextCursor);
    items = [...items, ...page.items];
    nextCursor = page.nextCursor;
  } finally {
    isReadingMore = false;
  }
  draw();
  ([...place.querySelectorAll(".debates .topic")][from] as HTMLElement | undefined)?.focus();
}

function filterSoon(event: Event) {
  const form = formOf(event);
  clearTimeout(typing);
  typing = setTimeout(() => void filter(form), event.type === "input" ? TYPING_MS : 0);
}

async function filter(form: HTMLFormElement) {
  const data = new FormData(form);
  const asked = FILTERS.flatMap((name) => {
    const value = textIn(data, name);
    return value && value !== ORDERS[0][0] ? [[name, value]] : [];
  });
  const address = `/debates${asked.length ? `?${new URLSearchParams(asked)}` : ""}`;
  if (address === location.pathname + location.search) return;
  history.replaceState(null, "", address);
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
    html`<div class="heading"><h1>Debates</h1>
      ${canWrite ? html`<a class="button" href="/debates/new">New debate</a>` : nothing}</div>
      ${filtersView()}
      ${refused ? html`<p class="fault" role="alert">${refused}</p>` : nothing}
      ${items.length === 0 && !refused ? emptyView() : nothing}
      <ol class="debates">${repeat(items, ({ id }) => id, itemView)}</ol>
      ${nextCursor ? html`<button type="button" @click=${() => void readMore()}>More debates</button>` : nothing}`,
    place,
  );
}

/** A search may find nothing in one page, and something in the next. */
function emptyView() {
  if (nextCursor) return html`<p class="quiet">No debate fits so far.</p>`;
  if (filters().length > 0) return html`<p class="quiet">No debate fits.</p>`;
  return html`<p class="quiet">There are no debates yet.</p>
    <p><a href="/debates/recorded">Open a recorded debate</a> to see what comes of one. Somebody wrote it out; no model spoke.</p>
    ${canWrite ? examplesView() : nothing}`;
}

function examplesView() {
  return html`<h2>Try one of these</h2><ul class="examples">${EXAMPLES.map(
    ({ name, topics: [topic], language, format }) =>
      html`<li><a href=${`/debates/new?example=${name}`} dir="auto" lang=${language}>${topic}</a> <span class="quiet">${formats.find((one) => one.name === format)?.title ?? title(format)}</span></li>`,
  )}</ul>`;
}

function filtersView() {
  const chosen = Object.fromEntries(filters());
  return html`<form class="filters row" role="search" aria-label="Search the debates" @input=${filterSoon} @change=${filterSoon} @submit=${(event: Event) => event.preventDefault()}>
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
  const { id, topic, demo, format, status, round, maxRounds, cost, createdAt, participants, tags } = item;
  const written = exampleFor(topic) !== undefined;
  const answer = demo && !written ? undefined : item.outcome?.answer;
  return html`<li>
    <a class="topic" href=${`/debates/${id}`} dir="auto">${topic || "A draft without a topic"}</a>
    <p class="facts"><span class=${`state is-${status}`}>${statusWord(status)}</span>
      ${outcomeView(item)}
      <span>${formats.find(({ name }) => name === format)?.title ?? title(format)}</span>
      ${round ? html`<span>round ${round} of ${maxRounds}</span>` : nothing}
      <span>${money(cost.totalUsd)}</span>
      <time datetime=${createdAt} title=${moment(createdAt)}>${age(createdAt)}</time></p>
    ${answer ? html`<p class="answer" dir="auto">${answer}</p>` : nothing}
    <p class="quiet" dir="auto">${participants.map(({ name }) => name).join(", ")}${demo ? html` <span class="mark" title=${written ? WRITTEN : CANNED}>Demo</span>` : nothing}${tags.map((tag) => html` · <a href=${`/debates?${new URLSearchParams({ tag })}`}>${tag}</a>`)}</p>
  </li>`;
}

/** Who argued better, or who wins a contest. Results of other kinds name nobody. */
function outcomeView({ outcome, participants, format }: DebateSummary) {
  if (outcome?.type !== "verdict") return nothing;
  if (outcome.side) return html`<span>the side ${outcome.side} wins</span>`;
  const name = participants.find(({ id }) => id === outcome.winner)?.name ?? "nobody";
  return html`<span><bdi>${name}</bdi> ${CONTESTS.has(format) ? "wins" : "argued better"}</span>`;
}

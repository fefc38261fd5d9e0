// @ts-check
/**
 * The debates there are, newest first, and the form for a new one. The filters stand in the address, so that a list can be
 * kept and come back to.
 *
 * @typedef {import("./wire.d.ts").DebateSummary} DebateSummary
 */
import { Refusal, read } from "./api.js";
import { showFailure } from "./failure.js";
import { formOf, textIn } from "./fields.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { startForm } from "./new-debate.js";
import { askForKey, readSession, showMasthead } from "./session.js";
import { age, moment, money, statusWord, title } from "./words.js";

const place = /** @type {HTMLElement} */ (document.getElementById("content"));
const STATUSES = [
  "configuring ready initializing clarifying running concluding paused awaiting_decision error",
  "completed cancelled failed",
]
  .join(" ")
  .split(" ");
const FILTERS = ["status", "format", "tag"];
const FRESH_MS = 10_000;

/** @type {DebateSummary[]} */
let items = [];
/** @type {string | null} */
let nextCursor = null;
/** @type {import("./new-debate.js").Format[]} */
let formats = [];
let canWrite = false;
/** How many pages are shown; while it is one, the list keeps itself fresh. */
let pages = 1;

void start();

async function start() {
  try {
    const session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    canWrite = session.canWrite;
    const [catalogue] = await Promise.all([read("/v1/formats"), readFirst()]);
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
    return value ? [/** @type {[string, string]} */ ([name, value])] : [];
  });
}

/** @param {string | null} cursor */
function readPage(cursor) {
  const query = new URLSearchParams([...filters(), ["limit", "20"], ...(cursor ? [["cursor", cursor]] : [])]);
  return read(`/v1/debates?${query}`);
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
  /** @type {HTMLElement | undefined} */ ([...place.querySelectorAll(".debates a")][from])?.focus();
}

/** @param {Event} event */
async function filter(event) {
  const data = new FormData(formOf(event));
  const asked = FILTERS.flatMap((name) => {
    const value = textIn(data, name);
    return value ? [[name, value]] : [];
  });
  history.replaceState(null, "", `/debates${asked.length ? `?${new URLSearchParams(asked)}` : ""}`);
  try {
    await readFirst();
  } catch {
    items = [];
    nextCursor = null;
  }
  draw();
}

function draw() {
  render(
    html`<h1>Debates</h1>
      ${canWrite ? html`<details class="new" @toggle=${openForm}><summary>New debate</summary><div id="new-debate"></div></details>` : nothing}
      ${filtersView()}
      ${items.length === 0 ? html`<p class="quiet">${filters().length ? "No debate fits these filters." : "There are no debates yet."}</p>` : nothing}
      <ol class="debates">${repeat(items, ({ id }) => id, itemView)}</ol>
      ${nextCursor ? html`<button type="button" @click=${() => void readMore()}>Older debates</button>` : nothing}`,
    place,
  );
}

/** The form is made when somebody wants it: the catalogue of models is long. */
function openForm() {
  const form = document.getElementById("new-debate");
  if (!form || form.hasChildNodes()) return;
  form.append("Loading …");
  startForm(form, formats).catch((error) => showFailure(form, error));
}

function filtersView() {
  const chosen = Object.fromEntries(filters());
  return html`<form class="filters row" role="search" aria-label="Filter the debates" @change=${filter} @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label>Status<select name="status"><option value="">any</option>${STATUSES.map(
      (status) => html`<option value=${status} ?selected=${chosen["status"] === status}>${statusWord(status)}</option>`,
    )}</select></label>
    <label>Format<select name="format"><option value="">any</option>${formats.map(
      ({ name, title: words }) => html`<option value=${name} ?selected=${chosen["format"] === name}>${words}</option>`,
    )}</select></label>
    <label>Tag<input name="tag" maxlength="80" autocomplete="off" value=${chosen["tag"] ?? ""}></label>
  </form>`;
}

/** @param {DebateSummary} debate */
function itemView({ id, topic, format, status, round, maxRounds, cost, createdAt, participants, tags }) {
  return html`<li>
    <a href=${`/debates/${id}`} dir="auto">${topic}</a>
    <p class="facts"><span class=${`state is-${status}`}>${statusWord(status)}</span>
      <span>${title(format)}</span>
      ${round ? html`<span>round ${round} of ${maxRounds}</span>` : nothing}
      <span>${money(cost.totalUsd)}</span>
      <time datetime=${createdAt} title=${moment(createdAt)}>${age(createdAt)}</time></p>
    <p class="quiet" dir="auto">${participants.map(({ name }) => name).join(", ")}${tags.map((tag) => ` · ${tag}`)}</p>
  </li>`;
}

/** An admin's keys: create, list, revoke. A new key's secret is shown once and not stored here. */
import { plural } from "../../../domain/base/text/text.ts";
import { request as call, Refusal, read, send } from "./base/api.page-base.ts";
import { refocus } from "./base/focus.ts";
import type { Key, KeyPage, NewKey } from "./base/wire.page-base.ts";
import { showFailure } from "./failure.ts";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { askForKey, readSession, type Session, showMasthead, signIn, signOut } from "./session.page.ts";
import { textIn } from "./text/fields.page-text.ts";
import { secretView } from "./text/secret.page-text.ts";
import { moment } from "./text/words.page-text.ts";

const place = document.getElementById("content") as HTMLElement;
const SCOPES = [
  ["read", "read debates"],
  ["write", "also create, steer and erase debates"],
  ["admin", "also manage keys"],
] as const;
const DAY_MS = 86_400_000;
const LENGTHS = [30, 90, 365];

let session: Session;
let items: Key[] = [];
let nextCursor: string | null = null;
let made: NewKey | null = null;
let problem = "";

void start();

async function start() {
  try {
    session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    if (!session.isAdmin) throw new Error("Keys are shown only to a key or user with the scope admin.");
    await readFirst();
    place.replaceChildren();
    draw();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return askForKey(place);
    showFailure(place, error);
  }
}

async function readFirst() {
  ({ items, nextCursor } = await read<KeyPage>("/v1/keys?limit=50"));
}

async function readMore() {
  const last = items.at(-1);
  const page = await read<KeyPage>(`/v1/keys?limit=50&cursor=${encodeURIComponent(nextCursor ?? "")}`);
  items = [...items, ...page.items];
  ({ nextCursor } = page);
  draw();
  refocusOn(last);
}

/** Shows what goes wrong beside the form. */
async function attempt(act: () => Promise<void>) {
  problem = "";
  try {
    await act();
  } catch (error) {
    const reasons = error instanceof Refusal ? error.errors.map(({ detail }) => detail) : [];
    problem = reasons.join("; ") || (error as Error).message;
  }
  draw();
}

function submit(event: SubmitEvent) {
  event.preventDefault();
  // The first key closes the API.
  if (session.open) return dialogOf("closes").showModal();
  return create();
}

function create() {
  const data = new FormData(place.querySelector("form") as HTMLFormElement);
  const [name, limit, days] = ["name", "limit", "days"].map((field) => textIn(data, field));
  return attempt(async () => {
    made = await send<NewKey>("/v1/keys", {
      scopes: [textIn(data, "scope")],
      ...(name && { name }),
      ...(limit && { rateLimit: Number(limit) }),
      ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    });
    place.querySelector("form")?.reset();
    if (session.open) await continueWith(made);
    if (session.isAdmin) await readFirst();
    draw();
    place.querySelector<HTMLElement>(".made")?.focus();
  });
}

/** From the first key on this page needs one too. */
async function continueWith({ token }: NewKey) {
  await signIn(token);
  session = await readSession();
  showMasthead(session);
}

function askToRevoke(key: Key) {
  render(revokeView(key), dialogOf("revokes"));
  dialogOf("revokes").showModal();
}

async function revoke(key: Key) {
  await attempt(async () => {
    await call(`/v1/keys/${key.id}`, { method: "DELETE" });
    if (key.id === session.key) return signOut();
    await readFirst();
  });
  refocusOn(key);
}

function refocusOn(key: Key | undefined) {
  refocus(key && document.getElementById(key.id));
}

function dialogOf(id: string) {
  return document.getElementById(id) as HTMLDialogElement;
}

function draw() {
  render(
    html`<h1>Keys</h1>
      ${session.open ? html`<p>There is no key yet: whoever reaches this address may do everything.</p>` : nothing}
      ${made ? madeView(made) : nothing}
      ${session.isAdmin ? html`${createView()}${listView()}` : html`<p>The new key may not manage keys. <a href="/debates">All debates</a></p>`}
      ${closesView()}<dialog id="revokes" aria-labelledby="revokes-title"></dialog>`,
    place,
  );
}

function madeView({ name, token }: NewKey) {
  return html`<section class="aside made" tabindex="-1"><h2>The key “<bdi>${name}</bdi>” is ready</h2>
    <p>Keep it now: it is not shown again.</p>${secretView({ label: "Key", secret: token })}</section>`;
}

function createView() {
  const usual = session.open ? "admin" : "write";
  return html`<form class="request" @submit=${submit}><div class="row">
      <label>Name <span class="quiet">(for people)</span><input name="name" maxlength="80" autocomplete="off" dir="auto"></label>
      <label>Requests a minute <span class="quiet">(or no limit)</span><input name="limit" type="number" inputmode="numeric" min="1" max="1000000"></label>
      <label>Works<select name="days"><option value="">until it is revoked</option>${LENGTHS.map((days) => html`<option value=${days}>for ${days} days</option>`)}</select></label></div>
    <fieldset><legend>It may</legend>${SCOPES.map(
      ([scope, words]) =>
        html`<label class="check"><input type="radio" name="scope" value=${scope} ?checked=${scope === usual}>${words} <span class="quiet">(${scope})</span></label>`,
    )}</fieldset>
    <p class="fault" role="alert">${problem}</p>
    <button type="submit">Create a key</button></form>`;
}

function closesView() {
  const choose = (isAgreed: boolean) => () => {
    dialogOf("closes").close();
    if (isAgreed) void create();
  };
  return html`<dialog id="closes" aria-labelledby="closes-title">
    <h2 id="closes-title">Close the API?</h2><p>${document.body.dataset["closes"]}</p>
    <p>This browser is signed in with the new key.</p>
    <div class="choices"><button type="button" @click=${choose(true)}>Create the first key</button>
    <button type="button" class="plain" @click=${choose(false)}>Leave it open</button></div></dialog>`;
}

function listView() {
  if (items.length === 0) return nothing;
  return html`<ol class="debates" aria-label="Keys">${repeat(items, ({ id }) => id, itemView)}</ol>
    ${nextCursor ? html`<button type="button" @click=${() => void readMore()}>Older keys</button>` : nothing}`;
}

function itemView(key: Key) {
  const { id, name, tenant, scopes, rateLimit, createdAt } = key;
  return html`<li><h2 class="topic" id=${id} tabindex="-1"><bdi>${name}</bdi></h2>
    <p class="facts"><span>${scopes.join(", ")}</span><span>${rateLimit === null ? "no limit" : `${plural(rateLimit, "request")} a minute`}</span>
      <span>${stateOf(key)}</span></p>
    <p class="quiet">${id} · ${tenant} · created ${moment(createdAt)}</p>
    ${isLive(key) ? html`<button type="button" class="plain" aria-label=${`Revoke ${name}`} @click=${() => askToRevoke(key)}>Revoke …</button>` : nothing}</li>`;
}

function isLive({ revokedAt, expiresAt }: Key) {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function stateOf(key: Key) {
  if (key.revokedAt) return `revoked ${moment(key.revokedAt)}`;
  if (!key.expiresAt) return "works";
  return `${isLive(key) ? "works until" : "expired"} ${moment(key.expiresAt)}`;
}

function revokeView(key: Key) {
  const choose = (isSure: boolean) => () => {
    dialogOf("revokes").close();
    if (isSure) void revoke(key);
  };
  return html`<h2 id="revokes-title">Revoke “<bdi>${key.name}</bdi>”?</h2>
    <p>It stops working within 5 seconds, for whoever uses it. It cannot be restored.</p>
    ${key.id === session.key ? html`<p>You are signed in with this key, so you are signed out too.</p>` : nothing}
    <div class="choices"><button type="button" @click=${choose(true)}>Revoke it</button>
    <button type="button" class="plain" @click=${choose(false)}>Keep it</button></div>`;
}
